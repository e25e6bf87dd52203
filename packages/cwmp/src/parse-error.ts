/** Why a body was refused. `empty` is a body of white space alone. */
export type ParseFailure =
  | 'too_large'
  | 'too_deep'
  | 'too_many_elements'
  | 'doctype'
  | 'processing_instruction'
  | 'not_well_formed'
  | 'not_soap'
  | 'empty'

/** The one error that reading a document can throw. The message never quotes more than the parser's own words. */
export class CwmpParseError extends Error {
  readonly failure: ParseFailure

  constructor(failure: ParseFailure, detail: string = failure) {
    super(detail.slice(0, 200))
    this.name = 'CwmpParseError'
    this.failure = failure
  }
}

/** Text that may not be sent: it holds a character that XML 1.0 cannot carry. */
export class CwmpEncodeError extends Error {
  override readonly name = 'CwmpEncodeError'
}
