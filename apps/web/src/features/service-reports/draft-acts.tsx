import { isAllowed } from '@netward/contract/approval-values'
import { serviceReportLimits } from '@netward/contract/service-report-values'
import { useNavigate } from '@tanstack/react-router'
import { Button, Form, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { MoreMenu } from '../../ui/more-menu.tsx'
import { Permission } from '../../ui/permission.tsx'
import { RecipientsItem } from './recipients-item.tsx'
import { type Report, reportList, reportPage } from './service-report.ts'

const refresh = [reportList, reportPage] as const

export function DraftActs({ report }: { report: Report }) {
  const { id: reportId, title, version, recipients, approval } = report
  const { t } = useTranslation()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const [editing, setEditing] = useState(false)
  const compute = useAct('POST /api/v1/report/:reportId/figures', { refresh })
  const issue = useAct('POST /api/v1/report/:reportId/issue', { refresh })
  const remove = useAct('DELETE /api/v1/report/:reportId', { refresh: [reportList] })
  const again = async () => {
    await compute.mutateAsync({ reportId })
    notify.success(t('serviceReports.computed'))
  }
  const goOut = async () => {
    const confirmed = await confirm({
      title: t('serviceReports.issueTitle', { title }),
      text: t('serviceReports.issueText', { count: recipients.length }),
      action: t('serviceReports.issue'),
      act: () => issue.mutateAsync({ reportId, version }),
    })
    if (confirmed) notify.success(t('serviceReports.issued'))
  }
  const drop = async () => {
    const confirmed = await confirm({
      title: t('serviceReports.removeTitle', { title }),
      text: t('serviceReports.removeText'),
      action: t('serviceReports.remove'),
      act: () => remove.mutateAsync({ reportId }),
    })
    if (!confirmed) return
    notify.success(t('serviceReports.removed'))
    void navigate({ to: paths.serviceReports })
  }
  return (
    <Permission codes={['DMS_SERVER_REPORT_EDIT']}>
      <MoreMenu
        groups={[
          {
            title: t('shell.titles.serviceReport'),
            items: [
              {
                key: 'compute',
                label: t('serviceReports.compute'),
                start: () => void again().catch(() => {}),
              },
              { key: 'remove', label: t('serviceReports.remove'), danger: true, start: () => void drop() },
            ],
          },
        ]}
      />
      <Button onClick={() => setEditing(true)}>{t('serviceReports.edit')}</Button>
      <Button type="primary" disabled={!isAllowed(approval)} onClick={() => void goOut()}>
        {t('serviceReports.issue')}
      </Button>
      <EditDrawer report={report} open={editing} onClose={() => setEditing(false)} />
    </Permission>
  )
}

type Values = Pick<Report, 'done' | 'asked' | 'recipients'>

function EditDrawer({ report, open, onClose }: { report: Report; open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const edit = useAct('PUT /api/v1/report/:reportId', { errors: 'caller', refresh })
  const { id: reportId, version, done, asked, recipients } = report
  const initialValues = useMemo<Values>(() => ({ done, asked, recipients }), [done, asked, recipients])
  const most = serviceReportLimits.text
  return (
    <FormDrawer<Values>
      title={t('serviceReports.editTitle')}
      open={open}
      onClose={onClose}
      width={600}
      initialValues={initialValues}
      savedText={t('serviceReports.saved')}
      onSubmit={(values) => edit.mutateAsync({ reportId, version, ...values })}
    >
      {(['done', 'asked'] as const).map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={t(`serviceReports.${name}`)}
          extra={t('serviceReports.doneHint', { most })}
        >
          <Input.TextArea rows={6} maxLength={most} />
        </Form.Item>
      ))}
      <RecipientsItem />
    </FormDrawer>
  )
}
