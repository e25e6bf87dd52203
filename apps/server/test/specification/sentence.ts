import type { Proof } from './proofs.ts'

export type Section = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9'

/** One sentence of the specification and the tests that prove it, in Chromium or on the API. */
export interface Sentence {
  readonly section: Section
  readonly says: string
  readonly proofs: readonly Proof[]
}

export const sentence = (section: Section, says: string, ...proofs: Proof[]): Sentence => ({
  section,
  says,
  proofs,
})
