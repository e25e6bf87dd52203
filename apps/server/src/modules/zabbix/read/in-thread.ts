import { Worker } from 'node:worker_threads'
import { type ReadExport, RefusedExport } from './export.ts'
import type { WorkerAnswer } from './export-worker.ts'

/** A file of 32 MB takes a second and 300 MB. */
const limits = { seconds: 60, heapMegabytes: 1024 }

/**
 * Reads a file in a thread of its own, with bounded memory and time: what is read is hostile.
 * @throws RefusedExport
 */
export async function readInThread(
  content: Buffer,
  { seconds, heapMegabytes } = limits,
): Promise<ReadExport> {
  const worker = new Worker(new URL('export-worker.ts', import.meta.url), {
    workerData: new Uint8Array(content),
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    // What the process was started with, its environment and modules to preload, is not the thread's.
    env: {},
    execArgv: [],
  })
  try {
    const answer = await new Promise<WorkerAnswer>((resolve, reject) => {
      const tooComplex = () => reject(new RefusedExport('zabbix.too_complex'))
      const timer = setTimeout(tooComplex, seconds * 1000)
      worker.once('exit', () => {
        clearTimeout(timer)
        tooComplex()
      })
      worker.once('message', resolve)
      worker.once('error', (error: Error & { code?: string }) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex() : reject(error),
      )
    })
    if ('refused' in answer) throw new RefusedExport(answer.refused.code, answer.refused.params)
    return answer.read
  } finally {
    await worker.terminate()
  }
}
