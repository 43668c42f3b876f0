import { fileURLToPath } from 'node:url';
import { parseUnit } from '../src/contract/parse-unit.ts';
import { applyChain, chainOf } from '../src/convert/chain.ts';
import { parseConverter } from '../src/convert/converter.ts';
import { planConversion } from '../src/convert/plan-conversion.ts';
import { recordSchemaDigest } from '../src/contract/schema-document.ts';
import { parquetFiles } from '../src/engine/parquet-thread.ts';
import { makeField, makeSchema } from '../test/contract/make-field.ts';
const F=fileURLToPath(new URL('../node_modules/vega-datasets/data/flights-3m.parquet', import.meta.url));
const nullable=true;
const mk=(u:string)=>makeSchema([
  makeField('timestamp', { id: 1, name: 'date', nullable, type: { kind: 'timestamp', zone: 'local' }, unit: parseUnit('us') as any }),
  makeField('int64', { id: 2, name: 'delay', nullable, unit: parseUnit(u) as any, logical:'quantity' }),
  makeField('int64', { id: 3, name: 'distance', nullable }),
  makeField('string', { id: 4, name: 'origin', nullable }),
  makeField('string', { id: 5, name: 'destination', nullable }),
]);
const side=(version:number,schema:any)=>({version,schema,recordSchema:recordSchemaDigest(schema)});
const plan=planConversion(side(1,mk('min')) as any,side(2,mk('s')) as any,parseConverter('c.yaml',Buffer.from('subject: s\nfrom: 1\nto: 2\nfields:\n  - {id: 2, steps: [{kind: unit, to: s}]}\n')) as any) as any;
const chain=chainOf([plan]);
const bs:any[]=[];
let a=process.cpuUsage(), s=performance.now();
const lap=(n:string)=>{const u=process.cpuUsage(a);console.log(n,'cpu',((u.user+u.system)/1e3).toFixed(0),'wall',(performance.now()-s).toFixed(0));a=process.cpuUsage();s=performance.now();};
for (let i=0;i<3;i++){ bs.length=0; for await (const b of parquetFiles().read(F,mk('min'))) bs.push(b); lap('read by batches'); }
console.log(bs.length, bs[0].numRows, bs[0].data.children.map((c:any)=>c.nullCount));
for (let i=0;i<6;i++){ let n=0; for (const b of bs) n+=applyChain(chain,b).converted.numRows; lap('chain '+n); }
