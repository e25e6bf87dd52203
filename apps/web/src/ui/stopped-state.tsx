import { AppstoreAddOutlined, StopOutlined, ToolOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../lib/api-errors.ts'
import { useFormat } from '../lib/format.ts'
import { useMay } from '../lib/permissions.ts'
import { useLanguage } from '../lib/preferences.ts'
import { useAct } from '../lib/use-api.ts'
import type { ProductStop } from '../lib/use-product-stop.ts'
import { State } from './state.tsx'

type Stop = Omit<ProductStop, 'productCode'>

const stops = ['application.maintenance', 'application.disabled', 'application.missing'] as const

/** The refusal of a call whose product is stopped; null for every other error. */
export function stopIn(error: unknown): Stop | null {
  if (!(error instanceof ApiError) || error.data === null) return null
  const code = stops.find((one) => one === error.code)
  return code === undefined ? null : { ...(error.data as Omit<Stop, 'code'>), code }
}

/** No active application: a person with the permission can activate the product here. */
function MissingState({ stop, product, page }: { stop: Stop; product: string; page?: true }) {
  const { t } = useTranslation()
  const mayActivate = useMay('DMS_SERVER_SYSTEM_SETTING_APPLICATION_ACTIVATE')
  const activate = useAct('POST /api/v1/auth/application/activate', {
    refresh: ['GET /api/v1/auth/application/maintenance', 'POST /api/v1/auth/application/lists'],
  })
  const why = stop.missing ?? 'not_activated'
  const offers = why === 'not_activated' && mayActivate
  return (
    <State
      {...(page === true && { page })}
      icon={<AppstoreAddOutlined />}
      title={t(`applications.missing.${why}.title`, { product })}
      hint={
        <>
          <p>{t(`applications.missing.${why}.text`)}</p>
          <p>{t(offers ? 'applications.missing.mayActivate' : `applications.missing.${why}.hint`)}</p>
        </>
      }
      action={
        offers && (
          <Button
            type="primary"
            loading={activate.isPending}
            // The client has reported the failure.
            onClick={() =>
              activate.mutate({ productId: stop.productId, displayName: product, permissions: [] })
            }
          >
            {t('applications.missing.activate', { product })}
          </Button>
        )
      }
    />
  )
}

/** In place of what belongs to a product that is in maintenance, disabled or not activated: what is done, and until when. */
export function StoppedState({ stop, page }: { stop: Stop; page?: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const chinese = useLanguage() === 'zh'
  const product = chinese ? stop.productNameZh : stop.productNameEn
  const shown = page === true ? { page: true as const } : {}
  if (stop.code === 'application.missing') return <MissingState stop={stop} product={product} {...shown} />
  if (stop.code === 'application.disabled') {
    return (
      <State
        {...shown}
        icon={<StopOutlined />}
        title={t('applications.offTitle', { product })}
        hint={
          <>
            <p>{t(`applications.offText.${stop.level ?? 'company'}`)}</p>
            <p>{t(`applications.offHint.${stop.level ?? 'company'}`)}</p>
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
