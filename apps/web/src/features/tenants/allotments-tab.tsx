import type { EndpointOutput } from '@netward/contract'
import { identities } from '@netward/contract/organisations'
import { Form, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useMay } from '../../lib/permissions.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useActing, useSession } from '../../lib/session.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLicensedByFiles } from '../../lib/use-licence-mode.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { WhyButton } from '../../ui/why-button.tsx'
import type { Tenant } from './tenant.ts'
import '../../ui/plain-table.css'

const allotmentsEndpoint = 'GET /api/v1/package/allotment/:companyId'
type Allotment = EndpointOutput<typeof allotmentsEndpoint>[number]

/** The packages that an MSP may assign to its customers, and to how many: the platform edits it. */
export function AllotmentsTab({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation()
  const format = useFormat()
  const language = useLanguage()
  const { data, error, refetch } = useApi(allotmentsEndpoint, { companyId: tenant.id }, { staleTime: 0 })
  const platform = useSession()?.identity === identities.platform
  const acting = useActing() !== null
  const mayEdit = useMay('DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE_EDIT') && platform && !acting
  const byFiles = useLicensedByFiles()
  const [editing, setEditing] = useState(false)
  if (data === undefined)
    return error === null ? <LoadingState /> : <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <Panel
      title={t('licences.allotment.title')}
      actions={
        mayEdit && (
          <WhyButton reason={byFiles ? t('licences.byFiles.reason') : null} onClick={() => setEditing(true)}>
            {t('common.edit')}
          </WhyButton>
        )
      }
    >
      <p className="quiet">{t('licences.allotment.hint')}</p>
      <div className="plain-table-frame">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t('licences.packages.name')}</th>
              <th scope="col">{t('licences.allotment.quantity')}</th>
              <th scope="col">{t('licences.allotment.used')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((one) => (
              <tr key={one.packageId}>
                <td>{language === 'en' ? one.nameEn : one.nameZh}</td>
                <td>
                  {one.quantity !== null
                    ? format.number(one.quantity)
                    : t(one.allotted ? 'licences.allotment.unlimited' : 'licences.allotment.notAllotted')}
                </td>
                <td>{format.number(one.used)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <AllotmentDrawer tenant={tenant} rows={data} open={editing} onClose={() => setEditing(false)} />
    </Panel>
  )
}

type How = 'none' | 'limited' | 'unlimited'
type Values = Record<string, { how: How; quantity: number | null }>

function valuesOf(rows: readonly Allotment[]): Values {
  return Object.fromEntries(
    rows.map(({ packageId, allotted, quantity }) => [
      `p${packageId}`,
      { how: allotted ? (quantity === null ? 'unlimited' : 'limited') : 'none', quantity },
    ]),
  )
}

function AllotmentDrawer(props: {
  tenant: Tenant
  rows: readonly Allotment[]
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { tenant, rows } = props
  const save = useAct('PUT /api/v1/package/allotment/:companyId', {
    refresh: [allotmentsEndpoint, 'GET /api/v1/package'],
    errors: 'caller',
  })
  return (
    <FormDrawer<Values>
      title={t('licences.allotment.editTitle', { name: tenant.name })}
      open={props.open}
      onClose={props.onClose}
      initialValues={valuesOf(rows)}
      submitText={t('common.save')}
      savedText={t('licences.allotment.saved')}
      onSubmit={(values) =>
        save.mutateAsync({
          companyId: tenant.id,
          allotments: rows.flatMap(({ packageId }) => {
            const { how, quantity } = values[`p${packageId}`] ?? { how: 'none', quantity: null }
            return how === 'none' ? [] : [{ packageId, quantity: how === 'unlimited' ? null : quantity }]
          }),
        })
      }
    >
      <p className="quiet">{t('licences.allotment.editHint')}</p>
      {rows.map((row) => (
        <AllotmentField key={row.packageId} row={row} name={language === 'en' ? row.nameEn : row.nameZh} />
      ))}
    </FormDrawer>
  )
}

function AllotmentField({ row, name }: { row: Allotment; name: string }) {
  const { t } = useTranslation()
  const key = `p${row.packageId}`
  const how: unknown = Form.useWatch([key, 'how'])
  return (
    <div className="tenant-pair">
      <Form.Item name={[key, 'how']} label={name}>
        <Select
          options={[
            { value: 'none', label: t('licences.allotment.notAllotted') },
            { value: 'limited', label: t('licences.allotment.limited') },
            { value: 'unlimited', label: t('licences.allotment.unlimited') },
          ]}
        />
      </Form.Item>
      <Form.Item
        name={[key, 'quantity']}
        label={t('licences.allotment.quantityOf', { name })}
        hidden={how !== 'limited'}
        rules={how === 'limited' ? [{ required: true, message: t('licences.quantityEmpty') }] : []}
        extra={t('licences.allotment.usedOf', { count: row.used })}
      >
        <InputNumber className="licence-number" min={0} max={10_000_000} precision={0} />
      </Form.Item>
    </div>
  )
}
