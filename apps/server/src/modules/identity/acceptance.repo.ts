import type { DocumentKind } from '@netward/contract/document-values'
import type { Scopes } from '../../platform/db/scope.ts'

interface AskedDocument {
  readonly kind: DocumentKind
  readonly version: number
}

/** Which documents of the platform a person has accepted. */
export const acceptanceRepo = {
  missing: (scopes: Scopes, personId: string): Promise<AskedDocument[]> =>
    scopes.asLoginRole<AskedDocument>('select kind, version from documents_to_accept($1)', [personId]),

  async insert(scopes: Scopes, personId: string, accepted: object): Promise<void> {
    await scopes.asLoginRole('select accept_documents($1, $2)', [personId, JSON.stringify(accepted)])
  },
}
