/** Why a body was refused. `empty` means whitespace only. */
export type ParseFailure =
  | 'too_large'
  | 'too_deep'
  | 'too_many_elements'
  | 'doctype'
  | 'processing_instruction'
  | 'not_well_formed'
  | 'not_soap'
  | 'empty'

/** The only error thrown when reading a document. The message quotes only the parser's own words. */
export class CwmpParseError extends Error {
  readonly failure: ParseFailure

  constructor(failure: ParseFailure, detail: string = failure) {
    super(detail.slice(0, 200))
    this.name = 'CwmpParseError'
    this.failure = failure
  }
}

/** Text that cannot be sent: it contains a character that XML 1.0 forbids. */
export class CwmpEncodeError extends Error {
  override readonly name = 'CwmpEncodeError'
}
