import type {
  BlindReason,
  LinkPath,
  LinkResult,
  LinkState,
  LinkTest,
  PathMoment,
} from '@netward/contract/link-tests'

/** What a host and the collector say to each other about lines. Values of lines travel in batches, as a poll of the line. */

export interface LinePlan {
  readonly lineId: string
  /** Decides which ranges are open to its targets. */
  readonly companyCode: string
  /** Lines of other outlets are what tells a dark outlet from a collector that is cut off. */
  readonly outletId: string
  /**
   * `inside`: the tests leave by this line, from its own outlet. `outside`: they come to it from elsewhere, and when nothing
   * anywhere answers, the collector itself is suspected.
   */
  readonly from: 'inside' | 'outside'
  /** Literal address of this machine that the tests leave from; null: as it routes. */
  readonly source: string | null
  readonly tests: readonly LinkTest[]
}

/** Tests on demand; their live results come as `tested`, and none of their values is stored. */
export interface LinkTestRequest {
  readonly kind: 'test'
  readonly requestId: string
  readonly line: LinePlan
}

export interface LinkTested {
  readonly kind: 'tested'
  readonly requestId: string
  /** That changed since the last message: the last one of a key counts. */
  readonly results: readonly LinkResult[]
  /** Nothing follows. */
  readonly done: boolean
}

/** Facts of lines have a sequence of their own; `ack` of `line-facts` answers them. */
export interface LineFacts {
  readonly kind: 'line-facts'
  readonly epoch: string
  readonly sequence: number
  /** As of facts of devices. */
  readonly sentAt?: number
  readonly facts: readonly LineFact[]
}

interface LineFactOf {
  readonly lineId: string
  /** The collector's clock, in milliseconds. */
  readonly at: number
}

/** How a test does: when anything but its figures changed, and once an hour. Its figures are in the batches. */
export interface LineTestFact extends LineFactOf {
  readonly kind: 'test'
  readonly result: LinkResult
}

/** When it changed, and with the first test after a start. `at` is when the test that shows it began. */
export interface LineStateFact extends LineFactOf {
  readonly kind: 'state'
  readonly state: LinkState
  /** Of `blind`. */
  readonly reason: BlindReason | null
}

/** Every blind round of tests of a line: its values are missing from `at` to `until`. */
export interface LineBlindFact extends LineFactOf {
  readonly kind: 'blind'
  readonly until: number
  readonly reason: BlindReason
}

export interface LinePathFact extends LineFactOf {
  readonly kind: 'path'
  /** Of the test whose target it leads to. */
  readonly key: string
  readonly moment: PathMoment
  readonly method: 'mtr' | 'traceroute'
  readonly path: LinkPath
}

export interface LineThroughputFact extends LineFactOf {
  readonly kind: 'throughput'
  readonly result: LinkResult
}

export type LineFact = LineTestFact | LineStateFact | LineBlindFact | LinePathFact | LineThroughputFact

/** Of the last minute. */
export interface LineStatistics {
  readonly lines: number
  readonly tests: number
  /** Tests that were left out, since the one before still ran. */
  readonly skipped: number
  /** How much later than due they began, in milliseconds. */
  readonly latenessP95: number
  readonly latenessMax: number
  /** Facts that were dropped since the start, because nothing was acknowledged for long. */
  readonly droppedFacts: number
}
