/** The look of the page: marks stand beside every colour, so that nobody needs the colours. */
export const STYLE = `
body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem; color: #1a1a1a; background: #fff }
table { border-collapse: collapse; margin: .5rem 0 1rem }
th, td { border: 1px solid #ccc; padding: .2rem .5rem; text-align: left; vertical-align: top }
caption { text-align: left; font-weight: 600; padding: .2rem 0 }
table.heat td { text-align: center; padding: 0 }
table.heat td a { display: block; padding: .2rem .6rem; color: inherit; text-decoration: none }
.key { padding: 0 .4rem; border: 1px solid #ccc }
.same { background: #d9f0d9 } .converted { background: #e6f2cc } .refused { background: #ffe9b3 }
.silent-change, .crash { background: #ffc9c9; font-weight: 700 } .blank { background: #e3d4f5 } .none { color: #999 }
.edge { background: #ffd8a8 } .holds { color: #146b14 } .fails { color: #a40000 }
details { margin: .2rem 0; padding-left: .5rem; border-left: 3px solid #ddd }
code { overflow-wrap: anywhere }
`;
