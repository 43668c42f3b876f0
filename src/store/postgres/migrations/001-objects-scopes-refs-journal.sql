-- Names are texts in the order of their bytes, in which U+0000 is spelled with U+0001 (../names.ts). Values and answers
-- are canonical JSON, kept as they were written: jsonb would round their numbers and sort their keys anew.

CREATE TABLE objects (
  digest text COLLATE "C" PRIMARY KEY CHECK (digest ~ '^sha256:[0-9a-f]{64}$'),
  bytes bytea NOT NULL
);

-- A scope of seq 0 is one that is being made, and is seen by nobody.
CREATE TABLE scopes (
  scope text COLLATE "C" PRIMARY KEY,
  seq bigint NOT NULL CHECK (seq >= 0),
  seal text COLLATE "C"
);

CREATE TABLE refs (
  scope text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  generation bigint NOT NULL CHECK (generation >= 1),
  value text COLLATE "C" NOT NULL,
  PRIMARY KEY (scope, name)
);

CREATE TABLE journal (
  scope text COLLATE "C" NOT NULL,
  seq bigint NOT NULL CHECK (seq >= 1),
  op_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  request text COLLATE "C" NOT NULL,
  answer text COLLATE "C" NOT NULL,
  at_ms bigint NOT NULL,
  PRIMARY KEY (scope, seq),
  UNIQUE (scope, op_id)
);
