import { lineProfileLimits as limits } from '@netward/contract/line-profiles'
import { linkTestLimits } from '@netward/contract/link-tests'
import { Form, Input, InputNumber, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { lineDetail, lineList, profileList, type ProfileRow } from './line.ts'
import { ListItem, statusesOf } from './list-item.tsx'

type Values = Omit<ProfileRow['settings'], 'limits' | 'httpStatuses'> & {
  loss: number
  rtt: number
  jitter: number
  httpStatuses: string[]
}

/** How lines of a kind are measured: its lines follow. */
export function ProfileDrawer({ row, onClose }: { row: ProfileRow | null; onClose: () => void }) {
  const { t } = useTranslation()
  const save = useAct('PUT /dial/api/v1/profile/:kind', {
    errors: 'caller',
    refresh: [profileList, lineList, lineDetail],
  })
  const initialValues = useMemo(() => {
    const { limits: own, httpStatuses = [], ...settings } = row?.settings ?? { limits: {} }
    return { ...settings, ...own, httpStatuses: httpStatuses.map(String) } as Values
  }, [row])
  return (
    <FormDrawer<Values>
      title={t('lines.editProfileTitle', { name: row === null ? '' : t(`lines.profiles.${row.kind}`) })}
      open={row !== null}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={async ({ loss, rtt, jitter, httpStatuses, ...settings }) => {
        if (row !== null)
          await save.mutateAsync({
            kind: row.kind,
            ...settings,
            httpStatuses: statusesOf(httpStatuses),
            limits: { loss, rtt, jitter },
          })
      }}
    >
      <h2 className="line-form-group">{t('lines.groups.ping')}</h2>
      <NumberItem name="everySeconds" limit={limits.everySeconds} />
      <NumberItem name="packets" limit={limits.packets} />
      <NumberItem name="lateMs" limit={limits.lateMs} />
      <TextItem name="ispHost" hint="lines.untested" />
      <TextItem name="businessHost" hint="lines.untested" />
      <h2 className="line-form-group">{t('lines.groups.limits')}</h2>
      <NumberItem name="loss" limit={limits.loss} label="lines.lossLimit" />
      <NumberItem name="rtt" limit={limits.rtt} label="lines.rttLimit" />
      <NumberItem name="jitter" limit={limits.jitter} label="lines.jitterLimit" />
      <h2 className="line-form-group">{t('lines.groups.web')}</h2>
      <NumberItem name="webEverySeconds" limit={limits.webEverySeconds} />
      <TextItem name="httpUrl" hint="lines.untested" />
      <ListItem
        name="httpStatuses"
        label={t('lines.httpStatuses')}
        hint={t('lines.httpStatusesHint')}
        most={linkTestLimits.statuses.most}
      />
      <TextItem name="httpText" hint="lines.httpTextHint" />
      <NumberItem
        name="httpCertificateDays"
        limit={limits.httpCertificateDays}
        hint="lines.httpCertificateDaysHint"
      />
      <h2 className="line-form-group">{t('lines.groups.names')}</h2>
      <TextItem name="dnsName" hint="lines.untested" />
      <Form.Item name="dnsRecord" label={t('lines.dnsRecord')}>
        <Select options={['A', 'AAAA'].map((value) => ({ value, label: value }))} />
      </Form.Item>
      <TextItem name="dnsServer" hint="lines.dnsServerHint" />
      <ListItem
        name="dnsExpected"
        label={t('lines.dnsExpected')}
        hint={t('lines.dnsExpectedHint')}
        most={linkTestLimits.expected.most}
      />
      <h2 className="line-form-group">{t('lines.groups.throughput')}</h2>
      <NumberItem name="throughputDays" limit={limits.throughputDays} hint="lines.throughputDaysHint" />
      <NumberItem name="throughputMegabytes" limit={limits.throughputMegabytes} />
      <NumberItem name="throughputMonthMegabytes" limit={limits.throughputMonthMegabytes} />
    </FormDrawer>
  )
}

type NumberName =
  | 'everySeconds'
  | 'packets'
  | 'lateMs'
  | 'webEverySeconds'
  | 'httpCertificateDays'
  | 'throughputDays'
  | 'throughputMegabytes'
  | 'throughputMonthMegabytes'
type LimitName = 'loss' | 'rtt' | 'jitter'

function NumberItem({
  name,
  limit: { min, max },
  label,
  hint,
}:
  | { name: NumberName; limit: Limit; label?: never; hint?: Hint }
  | { name: LimitName; limit: Limit; label: `lines.${LimitName}Limit`; hint?: never }) {
  const { t } = useTranslation()
  return (
    <Form.Item
      name={name}
      label={label === undefined ? t(`lines.${name}`) : t(label)}
      rules={[{ required: true, message: t('lines.numberEmpty') }]}
      {...(hint !== undefined && { extra: t(hint) })}
    >
      <InputNumber min={min} max={max} />
    </Form.Item>
  )
}

interface Limit {
  readonly min: number
  readonly max: number
}
type Hint = 'lines.httpCertificateDaysHint' | 'lines.throughputDaysHint'

function TextItem({
  name,
  hint,
}: {
  name: 'ispHost' | 'businessHost' | 'httpUrl' | 'httpText' | 'dnsName' | 'dnsServer'
  hint: 'lines.untested' | 'lines.httpTextHint' | 'lines.dnsServerHint'
}) {
  const { t } = useTranslation()
  return (
    <Form.Item name={name} label={t(`lines.${name}`)} extra={t(hint)}>
      <Input maxLength={1000} autoComplete="off" spellCheck={false} />
    </Form.Item>
  )
}
