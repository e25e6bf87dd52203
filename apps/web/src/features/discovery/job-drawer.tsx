import { discoveryRate, discoverySchedules, mostRanges } from '@netward/contract/discovery-values'
import { Checkbox, Form, Input, InputNumber, Radio, Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { OutletSelect } from '../../ui/outlet-select.tsx'
import { afterJob, type JobRow } from './discovery.ts'

interface Values {
  name: string
  outletId: string | undefined
  ranges: string[]
  neighbours: boolean
  credentialIds: string[]
  port: number
  rate: number
  keepsOthers: boolean
  schedule: (typeof discoverySchedules)[number]
  scheduleAt: string
  scheduleDay: number
}

/** In the order of ISO 8601: Monday is 1. */
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const valuesOf = (job: JobRow | null): Values => ({
  name: job?.name ?? '',
  outletId: job?.outletId ?? undefined,
  ranges: job?.ranges ?? [],
  neighbours: job?.neighbours ?? true,
  credentialIds: job?.credentialIds ?? [],
  port: job?.port ?? 161,
  rate: job?.rate ?? discoveryRate.usual,
  keepsOthers: job?.keepsOthers ?? false,
  schedule: job?.schedule ?? 'none',
  scheduleAt: job?.scheduleAt ?? '02:00',
  scheduleDay: job?.scheduleDay ?? 1,
})

const sent = ({ schedule, scheduleAt, scheduleDay, outletId, ...values }: Values) => ({
  ...values,
  outletId: outletId ?? null,
  schedule,
  scheduleAt: schedule === 'none' ? null : scheduleAt,
  scheduleDay: schedule === 'weekly' ? scheduleDay : null,
})

/** Adds a job of discovery, or changes one. */
export function JobDrawer({
  job,
  open,
  onClose,
}: {
  job: JobRow | null
  open: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { companyId } = useCompanyScope()
  const create = useAct('POST /monitor/api/v1/discovery/job', { errors: 'caller', refresh: afterJob })
  const edit = useAct('PUT /monitor/api/v1/discovery/job/:jobId', { errors: 'caller', refresh: afterJob })
  const given = useApi('GET /monitor/api/v1/discovery/ranges', {}, { enabled: open }).data?.ranges ?? []
  const sets = useApi('GET /monitor/api/v1/snmp/credential/choices', {}, { enabled: open }).data ?? []
  const initialValues = useMemo(() => valuesOf(job), [job])
  return (
    <FormDrawer<Values>
      key={job?.id ?? 'new'}
      title={t(job === null ? 'discovery.addTitle' : 'discovery.editTitle')}
      open={open}
      onClose={onClose}
      initialValues={initialValues}
      onSubmit={(values) =>
        job === null ? create.mutateAsync(sent(values)) : edit.mutateAsync({ jobId: job.id, ...sent(values) })
      }
    >
      <Form.Item
        name="name"
        label={t('discovery.name')}
        rules={[{ required: true, whitespace: true, message: t('discovery.nameEmpty') }]}
      >
        <Input maxLength={100} autoComplete="off" />
      </Form.Item>
      <Form.Item name="outletId" label={t('equipment.outlet')} extra={t('discovery.outletHint')}>
        <OutletSelect companyId={companyId} enabled={open} />
      </Form.Item>
      <Form.Item
        name="ranges"
        label={t('discovery.ranges')}
        extra={
          given.length === 0
            ? t('discovery.noRanges')
            : t('discovery.rangesHint', { ranges: given.join(', ') })
        }
      >
        <Select
          mode="tags"
          open={false}
          maxCount={mostRanges}
          tokenSeparators={[' ', ',', ';']}
          placeholder="10.1.0.0/24"
        />
      </Form.Item>
      <Form.Item name="neighbours" valuePropName="checked" extra={t('discovery.neighboursHint')}>
        <Checkbox>{t('discovery.neighbours')}</Checkbox>
      </Form.Item>
      <Form.Item
        name="credentialIds"
        label={t('equipment.credential')}
        extra={t('discovery.credentialsHint')}
      >
        <Select
          mode="multiple"
          optionFilterProp="label"
          options={sets.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Form.Item>
      <Form.Item name="port" label={t('discovery.port')} rules={[{ required: true }]}>
        <InputNumber min={1} max={65_535} precision={0} />
      </Form.Item>
      <Form.Item
        name="rate"
        label={t('discovery.rate')}
        extra={t('discovery.rateHint')}
        rules={[{ required: true }]}
      >
        <InputNumber min={discoveryRate.least} max={discoveryRate.most} precision={0} />
      </Form.Item>
      <Form.Item name="keepsOthers" valuePropName="checked" extra={t('discovery.keepsOthersHint')}>
        <Checkbox>{t('discovery.keepsOthers')}</Checkbox>
      </Form.Item>
      <Form.Item name="schedule" label={t('discovery.schedule')}>
        <Radio.Group
          optionType="button"
          options={discoverySchedules.map((value) => ({ value, label: t(`discovery.schedules.${value}`) }))}
        />
      </Form.Item>
      <ScheduleFields />
    </FormDrawer>
  )
}

function ScheduleFields() {
  const { t } = useTranslation()
  const schedule = Form.useWatch('schedule', Form.useFormInstance<Values>())
  return (
    <>
      {schedule === 'weekly' && (
        <Form.Item name="scheduleDay" label={t('discovery.day')}>
          <Select
            options={weekdays.map((day, at) => ({ value: at + 1, label: t(`discovery.days.${day}`) }))}
          />
        </Form.Item>
      )}
      {(schedule === 'daily' || schedule === 'weekly') && (
        <Form.Item
          name="scheduleAt"
          label={t('discovery.at')}
          rules={[{ required: true, message: t('errors.discovery.schedule_missing') }]}
        >
          <Input type="time" />
        </Form.Item>
      )}
    </>
  )
}
