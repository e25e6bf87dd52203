import { Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { CompanySelect } from '../../ui/company-select.tsx'
import { afterPackage, type Package, usePackageName } from './package.ts'

export function AssignDrawer({ of, onClose }: { of: Package | null; onClose: () => void }) {
  const { t } = useTranslation()
  const nameOf = usePackageName()
  const assign = useAct('POST /api/v1/package/:packageId/assign', {
    refresh: afterPackage,
    errors: 'caller',
  })
  const [last, setLast] = useState<Package | null>(null)
  if (of !== null && of !== last) setLast(of)
  return (
    <FormDrawer<{ companyId?: string }>
      title={last === null ? '' : t('licences.packages.assignTitle', { name: nameOf(last) })}
      open={of !== null}
      onClose={onClose}
      initialValues={{}}
      submitText={t('licences.packages.assign')}
      savedText={t('licences.packages.assigned')}
      onSubmit={({ companyId = '' }) => assign.mutateAsync({ packageId: last?.id ?? '', companyId })}
    >
      <p className="quiet">{t('licences.packages.assignHint')}</p>
      <Form.Item
        name="companyId"
        label={t('licences.company')}
        rules={[{ required: true, message: t('licences.companyEmpty') }]}
      >
        <CompanySelect />
      </Form.Item>
    </FormDrawer>
  )
}
