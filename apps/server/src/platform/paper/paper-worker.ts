import { parentPort, workerData } from 'node:worker_threads'
import { type PaperDocument, PaperTooLong } from './document.ts'
import { drawPaper } from './draw.ts'

/** What the thread answers. */
export type PaperAnswer = { readonly paper: Uint8Array } | { readonly tooLong: string }

async function answer(document: PaperDocument): Promise<PaperAnswer> {
  try {
    return { paper: new Uint8Array(await drawPaper(document)) }
  } catch (error) {
    if (error instanceof PaperTooLong) return { tooLong: error.message }
    throw error
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has no origin
parentPort?.postMessage(await answer(workerData as PaperDocument))
