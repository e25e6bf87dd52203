import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link, useSearch } from '@tanstack/react-router'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, reportError } from '../../../lib/api-errors.ts'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useCompanyScope } from '../../../lib/use-company-scope.ts'
import { Panel } from '../../../ui/detail-page.tsx'
import { NoPermissionState } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { LabelItems, noLabel } from '../label-items.tsx'
import { OutletItem } from '../outlet-item.tsx'
import { type ClaimValues, useClaimByLabel } from '../use-claim-by-label.ts'
import { CodeView } from './code-view.tsx'
import { type LabelText, readLabel } from './label-text.ts'
import '../devices.css'
import './scan.css'

/** On a phone beside the gateway: its label is read, and it is claimed into its outlet. */
export function ScanLabel() {
  return useMay('DMS_SERVER_DEVICE_CLAIM') ? <Scan /> : <NoPermissionState />
}

function Scan() {
  const { t } = useTranslation()
  const [form] = Form.useForm<ClaimValues>()
  const scope = useCompanyScope()
  const address: { outletId?: unknown } = useSearch({ strict: false })
  const outletId =
    typeof address.outletId === 'string' && /^[1-9]\d{0,17}$/.test(address.outletId)
      ? address.outletId
      : undefined
  const { refused, forget, claim } = useClaimByLabel()
  const [read, setRead] = useState<LabelText | null>(null)
  const [busy, setBusy] = useState(false)
  const [claimed, setClaimed] = useState<readonly string[]>([])

  const take = (text: string) => {
    const label = readLabel(text)
    setRead(label)
    forget()
    if (Object.keys(label).length === 0) return
    // What this label does not say is not the last one's. The outlet stays.
    form.setFieldsValue({
      ...noLabel,
      ...label,
      outletId: form.getFieldValue('outletId') as string | undefined,
    })
  }
  const submit = async (values: ClaimValues) => {
    setBusy(true)
    try {
      await claim(values)
      setClaimed([values.serialNumber, ...claimed])
      setRead(null)
      form.setFieldsValue({ ...noLabel, outletId: values.outletId })
    } catch (error) {
      if (error instanceof ApiError && error.fields.length > 0) {
        form.setFields(
          error.fields.map(({ field, message }) => ({ name: field as keyof ClaimValues, errors: [message] })),
        )
      } else reportError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="scan-page">
      <header className="scan-head">
        <Link to={paths.unknownGateways} aria-label={t('common.back')} className="scan-back">
          <ArrowLeftOutlined />
        </Link>
        <h1>{t('shell.titles.scanLabel')}</h1>
      </header>
      <Panel>
        <p className="device-plain device-quiet">{t('devices.scan.hint', { company: scope.companyName })}</p>
        <CodeView onCode={take} />
        <output className="scan-read">{read !== null && <ReadText label={read} />}</output>
      </Panel>
      <Panel title={t('devices.scan.label')}>
        <Form<ClaimValues>
          form={form}
          layout="vertical"
          initialValues={{ ...noLabel, outletId }}
          onFinish={(values) => void submit(values)}
        >
          <LabelItems />
          <OutletItem companyId={scope.companyId} open />
          {refused && (
            <p className="device-remark device-remark-warn" role="alert">
              {t('devices.pool.refused')}
            </p>
          )}
          <Button type="primary" htmlType="submit" block loading={busy}>
            {t('devices.pool.claim')}
          </Button>
        </Form>
      </Panel>
      {claimed.length > 0 && (
        <Panel title={t('devices.scan.claimed')}>
          <ul className="scan-claimed">
            {claimed.map((serial) => (
              <li key={serial}>
                <span className="mono">{serial}</span>
                <StatusTag tone="waiting">{t('devices.pool.byLabelDone')}</StatusTag>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  )
}

/** What the code said, in words: never as a link, never as anything that runs. */
function ReadText({ label }: { label: LabelText }) {
  const { t } = useTranslation()
  if (Object.keys(label).length === 0)
    return <p className="device-remark device-remark-warn">{t('devices.scan.unreadable')}</p>
  const missing =
    label.oui === undefined || label.labelSecret === undefined || label.serialNumber === undefined
  return (
    <p className="device-remark">{missing ? t('devices.scan.readInPart') : t('devices.scan.readWhole')}</p>
  )
}
