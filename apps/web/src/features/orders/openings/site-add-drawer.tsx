import { mostSitesAtOnce } from '@netward/contract/opening-values'
import { Form, Input, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../lib/notify.ts'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { afterOpening } from './opening.ts'

interface Values {
  outletIds: string[]
  region: string
  plannedOn: string
}

const initialValues: Values = { outletIds: [], region: '', plannedOn: '' }

/** Sites of a selection, or of a region. */
export function SiteAddDrawer({
  openingId,
  open,
  onClose,
}: {
  openingId: string
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const add = useAct('POST /api/v1/work/opening/:openingId/site', { errors: 'caller', refresh: afterOpening })
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const outlets = useApi('GET /api/v1/outlet/choices', wanted === '' ? {} : { search: wanted }, {
    enabled: open,
    keepPrevious: true,
  }).data
  return (
    <FormDrawer<Values>
      title={t('openings.addSitesTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      savedText={false}
      onSubmit={async ({ region, ...values }) => {
        const { added } = await add.mutateAsync({
          openingId,
          ...values,
          ...(region.trim() !== '' && { region: region.trim() }),
        })
        notify.success(t('openings.sitesAdded', { count: added }))
      }}
    >
      <Form.Item name="outletIds" label={t('openings.outlet')} extra={t('openings.addSitesHint')}>
        <Select
          mode="multiple"
          maxCount={mostSitesAtOnce}
          placeholder={t('common.pleaseSelect')}
          showSearch={{ filterOption: false, onSearch: setSearch }}
          options={(outlets ?? []).map(({ id, name, code }) => ({
            value: id,
            label: code === '' ? name : `${name} · ${code}`,
          }))}
        />
      </Form.Item>
      <Form.Item name="region" label={t('openings.byRegion')} extra={t('openings.byRegionHint')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="plannedOn"
        label={t('openings.plannedOn')}
        rules={[{ required: true, message: t('openings.plannedOnEmpty') }]}
      >
        <DateField />
      </Form.Item>
    </FormDrawer>
  )
}
