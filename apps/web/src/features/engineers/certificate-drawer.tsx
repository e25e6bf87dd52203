import { orderCategories } from '@netward/contract/work-order-values'
import { Form, Input, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterCertificate, type Certificate } from './engineer.ts'
import './engineers.css'

interface Values {
  name: string
  number: string
  issuer: string
  categories: Certificate['categories']
  validFrom: string
  validUntil: string
}

const empty: Values = { name: '', number: '', issuer: '', categories: [], validFrom: '', validUntil: '' }

/** A certificate of a person; its file is stored on the page. */
export function CertificateDrawer(props: {
  personId: string
  certificate: Certificate | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { personId, certificate, open, onClose } = props
  const options = { errors: 'caller', refresh: afterCertificate } as const
  const add = useAct('POST /api/v1/work/engineer/:personId/certificate', options)
  const edit = useAct('PUT /api/v1/work/certificate/:certificateId', options)
  const initialValues = useMemo(() => valuesOf(certificate), [certificate])
  const submit = ({ validFrom, validUntil, ...values }: Values): Promise<unknown> => {
    const sent = { ...values, validFrom: validFrom || null, validUntil: validUntil || null }
    return certificate === null
      ? add.mutateAsync({ personId, ...sent })
      : edit.mutateAsync({ certificateId: certificate.id, ...sent })
  }
  return (
    <FormDrawer<Values>
      title={t(certificate === null ? 'engineers.addCertificate' : 'engineers.editCertificate')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={submit}
    >
      <Form.Item
        name="name"
        label={t('engineers.certificateName')}
        rules={[{ required: true, whitespace: true, message: t('engineers.certificateNameEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="number" label={t('engineers.certificateNumber')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="issuer" label={t('engineers.issuer')}>
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="categories" label={t('engineers.categories')} extra={t('engineers.categoriesHint')}>
        <Select
          mode="multiple"
          optionFilterProp="label"
          options={orderCategories.map((value) => ({ value, label: t(`orders.categories.${value}`) }))}
        />
      </Form.Item>
      <div className="engineer-pair">
        <Form.Item name="validFrom" label={t('engineers.validFrom')}>
          <DateField kind="date" />
        </Form.Item>
        <Form.Item name="validUntil" label={t('engineers.validUntil')} extra={t('engineers.validUntilHint')}>
          <DateField kind="date" />
        </Form.Item>
      </div>
    </FormDrawer>
  )
}

function valuesOf(certificate: Certificate | null): Values {
  if (certificate === null) return empty
  const { name, number, issuer, categories, validFrom, validUntil } = certificate
  return { name, number, issuer, categories, validFrom: validFrom ?? '', validUntil: validUntil ?? '' }
}
