import { ToolOutlined } from '@ant-design/icons'
import { useLocation } from '@tanstack/react-router'
import { productsCovering } from '@netward/contract/product-routes'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { State } from '../../ui/states.tsx'

const endpoint = 'GET /api/v1/auth/application/maintenance'

/** Its end comes by the clock, and the stream may be broken. */
const lookMs = 60_000

/** In place of the pages of a product that is in maintenance: what is done, and until when. */
export function MaintenanceGate({ children }: { children: ReactNode }) {
  const covering = productsCovering(useLocation({ select: (location) => location.pathname }))
  return covering.length === 0 ? children : <Gate covering={covering}>{children}</Gate>
}

function Gate({ covering, children }: { covering: readonly string[]; children: ReactNode }) {
  const { t } = useTranslation()
  const format = useFormat()
  const chinese = useLanguage() === 'zh'
  // Where it cannot be told, the page itself is shown: what it asks for may work.
  const { data = [] } = useApi(endpoint, {}, { refetchInterval: lookMs })
  useLiveReads(endpoint, ['application.changed', 'product.changed'])
  const notice = data.find(({ productCode }) => covering.includes(productCode))
  if (notice === undefined) return children
  return (
    <State
      page
      icon={<ToolOutlined />}
      title={t('applications.pageTitle', {
        product: chinese ? notice.productNameZh : notice.productNameEn,
      })}
      hint={
        <>
          <p className="maintenance-message">{chinese ? notice.messageZh : notice.messageEn}</p>
          <p>{t('applications.pageUntil', { until: format.zoned(notice.until) })}</p>
          <p>{t('applications.pageHint')}</p>
        </>
      }
    />
  )
}
