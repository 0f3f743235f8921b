import { startChild, outcomeOf, endChild } from './process.ts'
import { coldSyncHttp as c } from './cold-sync/http-case.ts'
import { createPodInformer, serverOf } from './pods/informer.ts'
const enc=process.argv[2]??'pb'
const server=startChild({module:c.server!,call:'start',setup:c.setup!} as any)
const setup={...c.setup,...(await outcomeOf(server)),form:'row',...(enc==='pb'?{protobuf:true}:{})} as any
let ms=0
for(let i=0;i<1+Number(c.setup!.warmUps??2);i++){
  const url=serverOf(setup)
  await new Promise(r=>setTimeout(r,30))
  const stopping=new AbortController()
  const h0=Number(process.hrtime.bigint()/1000n), t=performance.now()
  const informer=createPodInformer({url},setup)
  const running=informer.run(stopping.signal)
  await informer.synced(); ms=performance.now()-t
  console.error('W',h0,Number(process.hrtime.bigint()/1000n))
  stopping.abort(); await running
}
console.log(enc,'min',ms.toFixed(3),'med',ms.toFixed(3))
await endChild(server); process.exit(0)
