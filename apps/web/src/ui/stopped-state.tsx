import { StopOutlined, ToolOutlined } from '@ant-design/icons'
import type { EndpointOutput } from '@netward/contract'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../lib/api-errors.ts'
import { useFormat } from '../lib/format.ts'
import { useLanguage } from '../lib/preferences.ts'
import { State } from './state.tsx'

type ProductStop = EndpointOutput<'GET /api/v1/auth/application/maintenance'>[number]

type Told = Omit<ProductStop, 'productCode'>

const stops = ['application.maintenance', 'application.disabled'] as const

/** What a call was refused with because its product is stopped; null for every other error. */
export function stopIn(error: unknown): Told | null {
  if (!(error instanceof ApiError) || error.data === null) return null
  const code = stops.find((one) => one === error.code)
  return code === undefined ? null : { ...(error.data as Omit<Told, 'code'>), code }
}

/** In place of what belongs to a product that is in maintenance or disabled: what is done, and until when. */
export function StoppedState({ stop, page }: { stop: Told; page?: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const chinese = useLanguage() === 'zh'
  const product = chinese ? stop.productNameZh : stop.productNameEn
  const shown = page === true ? { page } : {}
  if (stop.code === 'application.disabled') {
    return (
      <State
        {...shown}
        icon={<StopOutlined />}
        title={t('applications.offTitle', { product })}
        hint={
          <>
            <p>{t('applications.offText')}</p>
            <p>{t('applications.offHint')}</p>
          </>
        }
      />
    )
  }
  return (
    <State
      {...shown}
      icon={<ToolOutlined />}
      title={t('applications.pageTitle', { product })}
      hint={
        <>
          <p className="maintenance-message">{chinese ? stop.messageZh : stop.messageEn}</p>
          {stop.until !== null && <p>{t('applications.pageUntil', { until: format.zoned(stop.until) })}</p>}
          <p>{t('applications.pageHint')}</p>
        </>
      }
    />
  )
}
