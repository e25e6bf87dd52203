import type { AuditAction, AuditGroup, Endpoint } from '@netward/contract'

type KeysOf<Codes, Part extends string> =
  Codes extends Readonly<Record<Part, infer All>> ? keyof All & string : never

/** Acts that the endpoints of `Api`, the exports of contract files, declare. */
type ActOf<Api> = Api extends unknown ? NonNullable<Extract<Api[keyof Api], Endpoint>['audit']> : never

/** A domain without codes has no texts of them. */
type TextsOf<Codes extends string, Text = string> = Readonly<
  [Codes] extends [never] ? Record<string, never> : Record<Codes, Text>
>

/**
 * One text for each code in `<domain>-codes.ts` and each act that the endpoints of the domain declare: a code or an act
 * without one does not compile. An act that endpoints of two domains declare has its text `Elsewhere`, in one of them.
 */
export interface DomainTexts<Codes, Api = never, Elsewhere extends AuditAction = never> {
  readonly errors: TextsOf<KeysOf<Codes, 'errors'>>
  readonly permissions: TextsOf<KeysOf<Codes, 'permissions'>, { name: string; allows: string }>
  readonly actions: TextsOf<Exclude<ActOf<Api>, Elsewhere> | KeysOf<Codes, 'events'>>
  /** What the acts are about: the part of their names before the dot. */
  readonly groups: Readonly<Partial<Record<AuditGroup, string>>>
  /** Titles of the pages. */
  readonly titles: Readonly<Record<string, string>>
}

type AllOf<Part> = (Part extends unknown ? (part: Part) => void : never) extends (all: infer All) => void
  ? { [Key in keyof All]: All[Key] }
  : never

type Texts = Readonly<Record<keyof DomainTexts<unknown>, object>>

/** One part of all domains. */
export function gathered<const Domains extends readonly Texts[], Part extends keyof Texts>(
  domains: Domains,
  part: Part,
): AllOf<Domains[number][Part]> {
  return Object.assign({}, ...domains.map((domain) => domain[part])) as AllOf<Domains[number][Part]>
}
