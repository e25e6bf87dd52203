import { Worker } from 'node:worker_threads'
import {
  assertDrawable,
  type PaperDocument,
  type PaperLimits,
  PaperTooLong,
  paperLimits,
} from './document.ts'
import type { PaperAnswer } from './paper-worker.ts'

let last: Promise<unknown> = Promise.resolve()

/**
 * The document as PDF. One is drawn at a time, in a thread of its own with bounded memory and time, which ends with it:
 * a process that prints nothing pays nothing.
 * @throws PaperTooLong
 */
export function printPaper(document: PaperDocument, limits: PaperLimits = paperLimits): Promise<Buffer> {
  assertDrawable(document, limits)
  const printed = last.then(
    () => inThread(document, limits),
    () => inThread(document, limits),
  )
  last = printed
  return printed
}

async function inThread(
  document: PaperDocument,
  { seconds, heapMegabytes }: Pick<PaperLimits, 'seconds' | 'heapMegabytes'>,
): Promise<Buffer> {
  const worker = new Worker(new URL('paper-worker.ts', import.meta.url), {
    workerData: document,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    env: {},
    execArgv: [],
  })
  try {
    const answer = await new Promise<PaperAnswer>((resolve, reject) => {
      const timer = setTimeout(() => reject(new PaperTooLong('time')), seconds * 1000)
      worker.once('exit', () => {
        clearTimeout(timer)
        reject(new PaperTooLong('memory'))
      })
      worker.once('message', resolve)
      worker.once('error', (error: Error & { code?: string }) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new PaperTooLong('memory') : error),
      )
    })
    if ('tooLong' in answer) throw new PaperTooLong(answer.tooLong)
    return Buffer.from(answer.paper.buffer)
  } finally {
    await worker.terminate()
  }
}
