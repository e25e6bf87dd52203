import { Form, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../lib/permissions.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLicensedByFiles } from '../../lib/use-licence-mode.ts'
import type { Tenant } from './tenant.ts'

/** The packages that the caller may assign, with what is left of an allotment. */
export function PackageField(props: {
  required?: boolean
  withoutTrial?: boolean
  enabled: boolean
  tenant?: Tenant | null
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const byFiles = useLicensedByFiles()
  const may = useMay('DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE')
  const { data } = useApi('GET /api/v1/package', {}, { enabled: props.enabled && may, staleTime: 0 })
  const { required = false, withoutTrial = false } = props
  if (byFiles || (!may && !required)) return null
  const offered = (data ?? []).filter(
    ({ assignable, code }) => assignable && (!withoutTrial || code !== 'trial'),
  )
  // The package that a tenant has stays selectable, also where it cannot be assigned.
  const current = props.tenant?.package ?? null
  const held =
    current === null || offered.some(({ id }) => id === current.id)
      ? []
      : [{ value: current.id, label: current[language] }]
  const left = ({ allotment }: (typeof offered)[number]) =>
    allotment === null || allotment.quantity === null
      ? ''
      : ` · ${t('licences.allotment.left', { count: allotment.quantity - allotment.used })}`
  return (
    <Form.Item
      name="packageId"
      label={t('tenants.package')}
      {...(data !== undefined && offered.length === 0 && { extra: t('licences.allotment.none') })}
      rules={required ? [{ required: true, message: t('tenants.packageEmpty') }] : []}
    >
      <Select
        placeholder={t('common.pleaseSelect')}
        options={[
          ...held,
          ...offered.map((one) => ({
            value: one.id,
            label: (language === 'en' ? one.nameEn : one.nameZh) + left(one),
          })),
        ]}
      />
    </Form.Item>
  )
}
