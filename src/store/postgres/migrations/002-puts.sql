-- When objects were put by themselves, or noticed that nothing names them, by the clock of the database. Those that came
-- with a decision have no row.
CREATE TABLE puts (
  digest text COLLATE "C" PRIMARY KEY,
  at_ms bigint NOT NULL
);
