import { addableTypes } from '@netward/contract/device-values'
import { Alert, Checkbox, Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { OutletSelect } from '../../ui/outlet-select.tsx'
import { afterJob, type FindRow } from './discovery.ts'

interface Values {
  name: string
  type: (typeof addableTypes)[number]
  outletId: string | undefined
  despiteClaims: boolean
}

/** Takes one find in; one in conflict only once a person says that it is another device. */
export function TakeDrawer(props: { find: FindRow | null; outletId: string | null; onClose: () => void }) {
  const { t } = useTranslation()
  const { companyId } = useCompanyScope()
  const { find, outletId, onClose } = props
  const take = useAct('POST /monitor/api/v1/discovery/find/:findId/take', {
    errors: 'caller',
    refresh: afterJob,
  })
  const initialValues = useMemo(
    (): Values => ({
      name: find === null ? '' : (find.name || find.address).slice(0, 100),
      type: addableTypes.find((type) => type === find?.type) ?? 'other',
      outletId: outletId ?? undefined,
      despiteClaims: false,
    }),
    [find, outletId],
  )
  const isConflict = find?.state === 'conflict'
  return (
    <FormDrawer<Values>
      key={find?.id ?? 'none'}
      title={t('discovery.takeTitle', { address: find?.address ?? '' })}
      open={find !== null}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={({ outletId: place, ...values }) =>
        take.mutateAsync({ findId: find?.id ?? '', ...values, outletId: place ?? null })
      }
    >
      {isConflict && <Alert type="warning" showIcon title={t('errors.discovery.conflict')} />}
      <Form.Item
        name="name"
        label={t('equipment.name')}
        rules={[{ required: true, whitespace: true, message: t('equipment.nameEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="type" label={t('equipment.type')}>
        <Select options={addableTypes.map((value) => ({ value, label: t(`equipment.types.${value}`) }))} />
      </Form.Item>
      <Form.Item name="outletId" label={t('equipment.outlet')}>
        <OutletSelect companyId={companyId} enabled={find !== null} />
      </Form.Item>
      {isConflict && (
        <Form.Item name="despiteClaims" valuePropName="checked">
          <Checkbox>{t('discovery.despiteClaims')}</Checkbox>
        </Form.Item>
      )}
    </FormDrawer>
  )
}
