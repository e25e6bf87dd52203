import type { EndpointInput } from '@netward/contract'
import { orderFileSources } from '@netward/contract/work-order-values'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { apiUpload } from '../../lib/api-client.ts'
import { useRefreshReads } from '../../lib/use-api.ts'
import { CsvImportDrawer } from '../../ui/csv-import-drawer.tsx'
import { useLabelOf, useListedFields } from './fields/custom-field.ts'
import { afterOrder } from './order.ts'

type Source = EndpointInput<'POST /api/v1/work/order/import'>['source'] & string

const texts = ['description', 'contactName', 'contactPhone', 'contactEmail'] as const
const choices = ['type', 'category', 'impact', 'urgency'] as const

/** Orders from a file: in the columns of the console, or tickets as GLPI exports them. */
export function OrderImport({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const refresh = useRefreshReads()
  const [source, setSource] = useState<Source>('plain')
  const labelOf = useLabelOf()
  const custom = useListedFields().filter(({ archived }) => !archived)
  const columns = [
    { name: 'title', help: `${t('orders.title')} · ${t('orders.import.help.title')}` },
    { name: 'reference', help: t('orders.import.help.reference') },
    ...choices.map((name) => ({ name, help: `${t(`orders.${name}`)} · ${t('orders.import.help.choice')}` })),
    { name: 'outlet', help: t('orders.import.help.outlet') },
    ...texts.map((name) => ({ name, help: `${t(`orders.${name}`)} · ${t('orders.import.help.text')}` })),
    { name: 'tags', help: `${t('orders.tags')} · ${t('orders.import.help.tags')}` },
    // Types of orders share a column where their fields have the same label.
    ...[...new Set(custom.map(labelOf))].map((name) => ({ name, help: t('orderForms.fields') })),
  ]
  return (
    <CsvImportDrawer
      title={t('orders.import.title')}
      open={open}
      onClose={onClose}
      remark={
        <>
          <Segmented<Source>
            aria-label={t('orders.import.source')}
            value={source}
            onChange={setSource}
            options={orderFileSources.map((value) => ({
              value,
              label: t(`orders.import.sources.${value}`),
            }))}
          />
          <p className="import-hint">
            {t(source === 'glpi' ? 'orders.import.glpiRemark' : 'orders.import.remark')}
          </p>
        </>
      }
      // A template would say nothing of GLPI: it writes its own headings.
      columns={source === 'glpi' ? [] : columns}
      templateName={t('orders.import.title')}
      preview={(file, onProgress) =>
        apiUpload(
          'POST /api/v1/work/order/import/preview',
          file,
          { source },
          { errors: 'caller', onProgress },
        )
      }
      upload={async (file, onProgress) => {
        const done = await apiUpload(
          'POST /api/v1/work/order/import',
          file,
          { source },
          { errors: 'caller', onProgress },
        )
        void refresh(...afterOrder)
        return done
      }}
    />
  )
}
