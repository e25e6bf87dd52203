import { useT } from '../../../lib/use-t.ts'
import { viewAddress } from '../addresses.ts'
import { type PageInfo, usePageInfo } from '../page-info.ts'

/** Versions of the documents that the page shows, by kind. */
export const acceptedVersions = (info: PageInfo | null): { terms?: number; privacy?: number } =>
  Object.fromEntries((info?.documents ?? []).map(({ kind, version }) => [kind, version]))

/** Agreement to the documents of the platform; each opens in a window of its own, since what is typed here stays. */
export function Consent({ agreed, onChange }: { agreed: boolean; onChange: (agreed: boolean) => void }) {
  const t = useT()
  const documents = usePageInfo()?.documents ?? []
  if (documents.length === 0) return null
  return (
    <div className="sign-in-consent">
      <label>
        <input type="checkbox" checked={agreed} onChange={({ target }) => onChange(target.checked)} />
        {t('access.consent')}
      </label>
      <span className="sign-in-consent-links">
        {documents.map(({ kind }) => (
          <a
            key={kind}
            className="in-text"
            href={`${window.location.pathname}${viewAddress(kind, undefined)}`}
            target="_blank"
            rel="noreferrer"
          >
            {t(`signIn.documents.${kind}`)}
          </a>
        ))}
      </span>
    </div>
  )
}
