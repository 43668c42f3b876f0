import { fileURLToPath } from 'node:url';
import { readPlan } from '../src/contract/read-plan.ts';
import { WAYS } from './conversion.ts';
import { ConversionOfFile } from '../src/engine/conversion-of-file.ts';
import { parquetWasm } from '../src/engine/parquet-wasm.ts';
const F=fileURLToPath(new URL('../node_modules/vega-datasets/data/flights-3m.parquet', import.meta.url));
const way=WAYS[Number(process.argv[2])]!;
const schema=way.chain.plans[0]!.from.schema;
for (let i=0;i<5;i++){
const a=process.cpuUsage(), s=performance.now();
const f=new ConversionOfFile(way.chain,{place:F,columns:schema,plan:readPlan(schema,schema),reader:schema},parquetWasm());
for (let b=0;b<11;b++) await f.group(b);
await f.close();
const u=process.cpuUsage(a);console.log('cpu',((u.user+u.system)/1e3).toFixed(0),'wall',(performance.now()-s).toFixed(0));
}
