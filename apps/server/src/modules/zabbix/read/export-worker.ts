import { parentPort, workerData } from 'node:worker_threads'
import { readExport, RefusedExport } from './export.ts'

/** What the thread answers. */
export type WorkerAnswer =
  | { readonly read: ReturnType<typeof readExport> }
  | { readonly refused: Pick<RefusedExport, 'code' | 'params'> }

function answer(content: Uint8Array): WorkerAnswer {
  try {
    return { read: readExport(content) }
  } catch (error) {
    if (!(error instanceof RefusedExport)) throw error
    return { refused: { code: error.code, params: error.params } }
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
parentPort?.postMessage(answer(workerData as Uint8Array))
