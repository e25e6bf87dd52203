import { seriesLimitBounds } from '@netward/contract/setting-values'
import { Form, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import type { SeriesRow } from './company-series.tsx'

export function SeriesLimitDrawer({ of, onClose }: { of: SeriesRow | null; onClose: () => void }) {
  const { t } = useTranslation()
  const save = useAct('PUT /api/v1/platform/health/series/:companyId', {
    refresh: ['POST /api/v1/platform/health/series/lists'],
    errors: 'caller',
  })
  const { least, most } = seriesLimitBounds
  return (
    <FormDrawer<{ limit: number | null }>
      title={t('platformHealth.setLimitOf', { name: of?.companyName ?? '' })}
      open={of !== null}
      onClose={onClose}
      initialValues={{ limit: of?.ownLimit === true ? of.limit : null }}
      onSubmit={({ limit }) => save.mutateAsync({ companyId: of!.companyId, limit: limit ?? null })}
    >
      <Form.Item
        name="limit"
        label={t('platformHealth.limitOwn')}
        extra={t('platformHealth.limitOwnHint')}
        rules={[{ type: 'integer', min: least, max: most, message: t('settings.between', { least, most }) }]}
      >
        <InputNumber<number>
          className="platform-limit"
          suffix={t('settings.seriesUnit')}
          inputMode="numeric"
        />
      </Form.Item>
    </FormDrawer>
  )
}
