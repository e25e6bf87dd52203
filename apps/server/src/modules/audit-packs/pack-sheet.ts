import type { RequestContext } from '../../platform/http/context.ts'
import type { Cell } from '../../platform/http/workbook.ts'
import type { StartedPack } from './audit-pack.repo.ts'
import type { PackWords } from './words.ts'

type Inside = Pick<RequestContext, 'db' | 'scope'>

export interface PackSource {
  /** Runs one transaction in the company of the pack. */
  readonly read: <T>(work: (inside: Inside) => Promise<T>) => Promise<T>
  readonly pack: StartedPack
}

export interface SheetSource extends PackSource {
  readonly words: PackWords
}

/** A sheet: its rows come batch by batch, each read in a transaction of its own. */
export interface PackSheet {
  readonly heading: readonly string[]
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>
}
