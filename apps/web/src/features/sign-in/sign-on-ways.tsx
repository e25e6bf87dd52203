import type { EndpointOutput } from '@netward/contract'
import { currentPrefix } from '../../lib/prefix.ts'
import { useT } from '../../lib/use-t.ts'
import { isRoute, viewAddress } from './addresses.ts'

export type SignOnWay = EndpointOutput<'GET /api/v1/auth/login/page'>['ways'][number]

const branded = { 1: 'byWecom', 2: 'byDingtalk', 3: 'byMicrosoft', 8: 'byFeishu' } as const

/** The company's ways in beside passwords; at the root, the page that asks for the company. */
export function SignOnWays({
  ways,
  redirect,
  asks = currentPrefix() === '',
}: {
  ways: readonly SignOnWay[]
  redirect: string | undefined
  /** Whether the page leads to another company's ways. */
  asks?: boolean
}) {
  const t = useT()
  if (ways.length === 0 && !asks) return null
  const nameOf = ({ kind, name }: SignOnWay) => {
    const alone = ways.filter((way) => way.kind === kind).length === 1
    return alone && kind in branded
      ? t(`signIn.${branded[kind as keyof typeof branded]}`)
      : t('signIn.byNamed', { name })
  }
  return (
    <div className="sign-in-others">
      {ways.length > 0 && <p>{t('signIn.or')}</p>}
      {ways.map((way) => (
        <a key={way.publicId} className="plain-button" href={addressOfWay(way, redirect)}>
          {nameOf(way)}
        </a>
      ))}
      {asks && (
        <a className="sign-in-other-company" href={viewAddress('company', redirect)}>
          {t('signIn.byCompany')}
        </a>
      )}
    </div>
  )
}

function addressOfWay({ startUrl, publicId }: SignOnWay, redirect: string | undefined): string {
  if (startUrl === null) {
    const address = viewAddress('directory', redirect)
    return `${address}&way=${encodeURIComponent(publicId)}`
  }
  return isRoute(redirect) ? `${startUrl}?redirect=${encodeURIComponent(redirect)}` : startUrl
}
