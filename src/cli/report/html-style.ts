import { hash } from 'node:crypto';

/** The look of the page, in the light, in the dark and on paper: marks and words stand beside every colour, so that nobody needs the colours. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --dim: #666; --edge: #ccc; --was: #9ec5e8; --is: #b34700; --bad: #c44; --good: #146b14; --fail: #a40000;
--ok: #d9f0d9; --conv: #e6f2cc; --refuse: #ffe9b3; --alarm: #ffc9c9; --blank: #e3d4f5; --at-edge: #ffd8a8;
--w1: #fdeee0; --w2: #fbdcc0; --w3: #f8c69a; --w4: #f4ad72; --w5: #ef9350 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --paper: #161616; --dim: #a0a0a0; --edge: #555; --was: #2f5f8a; --is: #ffa366; --bad: #e06666; --good: #7ccf7c; --fail: #ff8a8a;
--ok: #1d3d1d; --conv: #33401a; --refuse: #4d3d0f; --alarm: #5c1f1f; --blank: #3d2a54; --at-edge: #573a12;
--w1: #33261a; --w2: #4a321c; --w3: #63401f; --w4: #7d4e22; --w5: #965c24 } }
@media print { body { margin: 0 } details, figure, section.field { break-inside: avoid } a { color: inherit } }
body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem; color: var(--ink); background: var(--paper) }
table { border-collapse: collapse; margin: .5rem 0 1rem }
.wide { overflow-x: auto }
th, td { border: 1px solid var(--edge); padding: .2rem .5rem; text-align: left; vertical-align: top }
caption { text-align: left; font-weight: 600; padding: .2rem 0 }
table.heat td, table.confusion td { text-align: center } table.heat td { padding: 0 }
table.heat td a { display: block; padding: .2rem .6rem; color: inherit; text-decoration: none }
.key { padding: 0 .4rem; border: 1px solid var(--edge) }
.same { background: var(--ok) } .converted { background: var(--conv) } .refused { background: var(--refuse) }
.silent-change, .crash { background: var(--alarm); font-weight: 700 } .blank { background: var(--blank) } .none { color: var(--dim) }
.edge { background: var(--at-edge) } .holds { color: var(--good) } .fails { color: var(--fail) }
.words { max-width: 60rem; border-left: 4px solid var(--edge); padding-left: 1rem } .words p { margin: .4rem 0 } .words p:first-child { font-weight: 700 }
section.field { border-top: 1px solid var(--edge); padding-top: .3rem } h4 { font-size: 1.1rem; margin: .6rem 0 } section.field p { margin: .3rem 0 }
.warm1 { background: var(--w1) } .warm2 { background: var(--w2) } .warm3 { background: var(--w3) } .warm4 { background: var(--w4) } .warm5 { background: var(--w5); font-weight: 700 }
.kept { color: var(--dim) }
figure { margin: .6rem 0; max-width: 42rem } figcaption { font-weight: 600 } svg { max-width: 100%; height: auto; font: 12px system-ui, sans-serif }
svg text { fill: var(--ink) } .grid, .tick { stroke: var(--edge) } .even { stroke: var(--dim); stroke-dasharray: 4 4 }
rect.was, .key.was { fill: var(--was); background: var(--was) } path.is { fill: none; stroke: var(--is); stroke-width: 2 } rect.is { fill: none; stroke: var(--is); stroke-width: 1.5 }
.key.is { border: 2px solid var(--is) } .dot { fill: var(--is) } rect.bad { fill: var(--bad) } rect.over { fill: transparent } .legend { margin: .2rem 0; color: var(--dim) }
details { margin: .2rem 0; padding-left: .5rem; border-left: 3px solid var(--edge) }
code { overflow-wrap: anywhere }
`;

/** Which style a browser may take from the page: this one alone. */
export const STYLE_HASH = `sha256-${hash('sha256', STYLE, 'base64')}`;
