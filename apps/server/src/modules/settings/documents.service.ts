import type { InputOf, OutputOf, settingsApi } from '@netward/contract'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { documentRepo, type PlatformDocument } from './document.repo.ts'

/** Terms of use and privacy policy as they apply now. */
export function platformDocuments(reader: Scopes | Pick<RequestContext, 'db'>): Promise<PlatformDocument[]> {
  return documentRepo.all(reader)
}

/** Their versions, as sign-in and registration ask for them. */
export const documentVersions = (scopes: Scopes): Promise<Pick<PlatformDocument, 'kind' | 'version'>[]> =>
  documentRepo.versions(scopes)

/** What is the same as before stays the version that it is: nobody is asked again. */
export async function publishDocument(
  ctx: RequestContext,
  { kind, zh, en }: InputOf<typeof settingsApi.publishDocument>,
): Promise<OutputOf<typeof settingsApi.publishDocument>> {
  const before = (await documentRepo.all(ctx)).find((one) => one.kind === kind)
  if (before !== undefined && before.zh === zh && before.en === en) return { version: before.version }
  const version = await documentRepo.insert(ctx, kind, zh, en)
  await ctx.audit({
    action: 'settings.document_published',
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: {
      name: ctx.phrase(`settings.documentKinds.${kind}`),
      before: before === undefined ? null : { version: before.version },
      after: { version, withdrawn: zh === '' && en === '' },
    },
  })
  return { version }
}
