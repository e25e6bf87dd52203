import type { SignOnKind } from '@netward/contract/sign-on-values'
import type { Scopes } from '../../platform/db/scope.ts'

interface Offer extends Record<string, unknown> {
  public_id: string
  kind: SignOnKind
  name: string
}

export const waysRepo = {
  offers: (
    scopes: Scopes,
    { prefix, companyCode }: { prefix: string; companyCode: string },
  ): Promise<Offer[]> =>
    scopes.asLoginRole<Offer>('select public_id, kind, name from sign_on_offers($1, $2)', [
      prefix,
      companyCode,
    ]),
}
