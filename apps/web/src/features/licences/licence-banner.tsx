import { Link } from '@tanstack/react-router'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { warningsEndpoint } from './licence.ts'

/**
 * On every screen of an administrator whose company has (nearly) exhausted a quota, or has a licence about to
 * expire.
 */
export function LicenceBanner() {
  return useMay('DMS_SERVER_ORGANIZATION_MANAGE_LICENSE') ? <Banner /> : null
}

const hourMs = 3_600_000

function Banner() {
  const { t } = useTranslation()
  const format = useFormat()
  const { data } = useApi(warningsEndpoint, {}, { staleTime: 60_000, refetchInterval: hourMs })
  useLiveReads(warningsEndpoint, ['licence.changed'])
  if (data === undefined) return null
  const kinds = (of: typeof data.exceeded) =>
    of.map((kind) => t(`licences.kinds.${kind}`)).join(t('licences.and'))
  const notices = [
    ...(data.exceeded.length > 0 ? [t('licences.warnExceeded', { kinds: kinds(data.exceeded) })] : []),
    ...(data.nearly.length > 0 ? [t('licences.warnNearly', { kinds: kinds(data.nearly) })] : []),
    ...(data.ending === null
      ? []
      : [
          t('licences.warnEnding', {
            kind: t(`licences.kinds.${data.ending.kind}`),
            date: format.date(data.ending.endsAt),
          }),
        ]),
  ]
  if (notices.length === 0) return null
  return (
    <Alert
      banner
      type={data.exceeded.length > 0 ? 'error' : 'warning'}
      title={
        <>
          {notices.join(' ')}{' '}
          <Link to={paths.licences} search={{ tab: 'usage' }}>
            {t('licences.warnLink')}
          </Link>
        </>
      }
    />
  )
}
