import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link, useSearch } from '@tanstack/react-router'
import { Button, Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, reportError } from '../../../lib/api-errors.ts'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useCompanyScope } from '../../../lib/use-company-scope.ts'
import { Panel } from '../../../ui/detail-page.tsx'
import { CodeView } from '../../../ui/scan/code-view.tsx'
import { NoPermissionState } from '../../../ui/states.tsx'
import { LabelItems, noLabel } from '../../../ui/label-items.tsx'
import { TenantItem, useNamesTenant } from '../tenant-item.tsx'
import { OutletItem } from '../outlet-item.tsx'
import { type ClaimValues, useClaimByLabel } from '../use-claim-by-label.ts'
import { claimMs, type Claimed, ClaimedPanel } from './claimed-panel.tsx'
import { type LabelText, readLabel } from './label-text.ts'
import '../../../ui/devices.css'
import './scan.css'

/** On a phone beside the gateway: scans its label and claims it into its outlet. */
export function ScanLabel() {
  return useMay('DMS_SERVER_DEVICE_CLAIM') ? <Scan /> : <NoPermissionState />
}

function Scan() {
  const { t } = useTranslation()
  const [form] = Form.useForm<ClaimValues>()
  const scope = useCompanyScope()
  const namesTenant = useNamesTenant()
  const address: { outletId?: unknown } = useSearch({ strict: false })
  const outletId =
    typeof address.outletId === 'string' && /^[1-9]\d{0,17}$/.test(address.outletId)
      ? address.outletId
      : undefined
  const { refused, forget, claim } = useClaimByLabel()
  const [said, setSaid] = useState<Said | null>(null)
  const [busy, setBusy] = useState(false)
  const [claimed, setClaimed] = useState<readonly Claimed[]>([])
  const top = useRef<HTMLHeadingElement>(null)
  const label = useRef<HTMLDivElement>(null)

  const take = (text: string) => {
    const read = readLabel(text)
    const came = saidBy(read)
    setSaid(came)
    forget()
    if (came === 'nothing') return
    // Missing fields are not carried over from the last label. The outlet stays.
    form.setFieldsValue({
      ...noLabel,
      ...read,
      companyId: form.getFieldValue('companyId') as string | undefined,
      outletId: form.getFieldValue('outletId') as string | undefined,
    })
  }
  // On a phone the scanned fields are below the camera picture, which is closed now.
  useEffect(() => {
    if (said === 'whole' || said === 'part') label.current?.scrollIntoView({ block: 'nearest' })
  }, [said])
  const submit = async (values: ClaimValues) => {
    setBusy(true)
    try {
      const { asked } = await claim(values)
      const { serialNumber, oui } = values
      setClaimed([
        {
          serialNumber: serialNumber.trim(),
          oui,
          at: Date.now(),
          until: asked ? null : new Date(Date.now() + claimMs).toISOString(),
        },
        ...claimed,
      ])
      setSaid(null)
      form.setFieldsValue({ ...noLabel, outletId: values.outletId })
      // The result is shown above, where the next label is scanned too.
      top.current?.scrollIntoView({ block: 'start' })
      top.current?.focus({ preventScroll: true })
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
  // The outlet of the address says whose gateway it will be.
  const asksTenant = namesTenant && outletId === undefined
  return (
    <div className="scan-page">
      <header className="scan-head">
        <Link
          to={outletId === undefined ? paths.unknownGateways : paths.outlet(outletId)}
          aria-label={t('common.back')}
          className="scan-back"
        >
          <ArrowLeftOutlined />
        </Link>
        <h1 ref={top} tabIndex={-1}>
          {t('shell.titles.scanLabel')}
        </h1>
      </header>
      <Panel>
        <p className="device-plain device-quiet">
          {asksTenant ? t('devices.scan.hintTenant') : t('devices.scan.hint', { company: scope.companyName })}
        </p>
        <CodeView onCode={take} />
        <output className="scan-read">
          {said === 'nothing' && (
            <p className="device-remark device-remark-warn">{t('devices.scan.unreadable')}</p>
          )}
        </output>
      </Panel>
      <ClaimedPanel claimed={claimed} />
      <div ref={label} className="scan-label">
        <Panel title={t('devices.scan.label')}>
          <output className="scan-read">
            {(said === 'whole' || said === 'part') && (
              <p className="device-remark">
                {t(said === 'whole' ? 'devices.scan.readWhole' : 'devices.scan.readInPart')}
              </p>
            )}
          </output>
          <Form<ClaimValues>
            form={form}
            layout="vertical"
            initialValues={{ ...noLabel, companyId: undefined, outletId }}
            onFinish={(values) => void submit(values)}
          >
            {asksTenant && <TenantItem open />}
            <LabelItems />
            <OutletItem open />
            {refused && (
              <p className="device-remark device-remark-warn" role="alert">
                {t('devices.pool.refused')}
              </p>
            )}
            <Button type="primary" htmlType="submit" block loading={busy} className="scan-claim">
              {t('devices.pool.claim')}
            </Button>
          </Form>
        </Panel>
      </div>
    </div>
  )
}

/** Shows the content of a code in words: never a link, never executable. */
type Said = 'nothing' | 'part' | 'whole'

function saidBy(label: LabelText): Said {
  if (Object.keys(label).length === 0) return 'nothing'
  const missing =
    label.oui === undefined || label.labelSecret === undefined || label.serialNumber === undefined
  return missing ? 'part' : 'whole'
}
