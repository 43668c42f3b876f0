import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DATA_UNDER,
  STAGES,
  type Stage,
  TARGETS,
  type Target,
  TURNS,
} from '../../../src/change/rollout/stages.ts';

const path = fc.array(fc.constantFrom(...TARGETS), { maxLength: 12 });

/** The stages that are passed where one out of turn changes nothing. */
function walk(asked: readonly Target[]): readonly Stage[] {
  const passed: Stage[] = ['registered'];
  for (const target of asked) if (TURNS[passed.at(-1)!][target] === 'moves') passed.push(target);
  return passed;
}

describe('the stages of a rollout', () => {
  it('answer every event in every stage', () => {
    for (const from of STAGES)
      for (const target of TARGETS) expect(['moves', 'same', 'never']).toContain(TURNS[from][target]);
  });

  it('take a repeat in the stage that it asked for, and in no other', () => {
    for (const from of STAGES)
      for (const target of TARGETS) expect(TURNS[from][target] === 'same').toBe(from === target);
  });

  it('are never passed twice, because no step is taken back but by giving the version up', () =>
    fc.assert(
      fc.property(path, asked => {
        const passed = walk(asked);
        expect(new Set(passed).size).toBe(passed.length);
      }),
    ));

  it('let data become the newest only after readers were ready and both versions were there side by side', () =>
    fc.assert(
      fc.property(path, asked => {
        const passed = walk(asked);
        if (DATA_UNDER[passed.at(-1)!] !== 'may') return;
        expect(passed.slice(0, 2)).toEqual(['registered', 'readers-ready']);
        expect(['dual-write', 'shadow-convert']).toContain(passed[2]);
        expect(passed[3]).toBe('cut-over');
      }),
    ));

  it('settle after the observation alone', () =>
    fc.assert(
      fc.property(path, asked => {
        const passed = walk(asked);
        if (passed.at(-1) === 'settled') expect(passed.at(-2)).toBe('observing');
      }),
    ));

  it('can be given up from every stage but the two that end it', () => {
    for (const from of STAGES)
      expect(TURNS[from]['rolled-back'] === 'moves').toBe(from !== 'settled' && from !== 'rolled-back');
  });

  it('are all reached', () => {
    const reached = new Set<Stage>(['registered']);
    for (const at of reached)
      for (const target of TARGETS) if (TURNS[at][target] === 'moves') reached.add(target);
    expect(reached).toEqual(new Set(STAGES));
  });
});
