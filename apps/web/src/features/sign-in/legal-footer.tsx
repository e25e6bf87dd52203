import { useT } from '../../lib/use-t.ts'
import { viewAddress } from './addresses.ts'
import { usePageInfo } from './page-info.ts'

/** The register of the ministry, which each filed site has to link to. */
const register = 'https://beian.miit.gov.cn/'

/** Documents of the platform and its ICP filing number, on every screen before a session. */
export function LegalFooter() {
  const t = useT()
  const info = usePageInfo()
  const { documents = [], icpNumber = '' } = info ?? {}
  if (documents.length === 0 && icpNumber === '') return null
  return (
    <footer className="sign-in-legal">
      {documents.map(({ kind }) => (
        <a key={kind} href={viewAddress(kind, undefined)}>
          {t(`signIn.documents.${kind}`)}
        </a>
      ))}
      {icpNumber !== '' && (
        <a href={register} target="_blank" rel="noreferrer">
          {icpNumber}
        </a>
      )}
    </footer>
  )
}
