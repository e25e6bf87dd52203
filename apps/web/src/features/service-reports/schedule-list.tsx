import { PlusOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { RowActs } from '../../ui/row-acts.tsx'
import { type ListColumn, ListPage } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { Permission } from '../../ui/permission.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { useCompanyField } from '../../ui/use-company-field.ts'
import { ScheduleDrawer } from './schedule-drawer.tsx'
import { type Schedule, scheduleList } from './service-report.ts'

export function ReportScheduleList() {
  return useMay('DMS_SERVER_REPORT') ? <List /> : <NoPermissionState />
}

function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const company = useCompanyField(several)
  const [editing, setEditing] = useState<Schedule | 'new' | null>(null)
  const columns = useColumns()
  const fields = useMemo((): readonly SearchField[] => (several ? [company] : []), [several, company])
  const rowActions = useCallback(
    (schedule: Schedule) => <Acts schedule={schedule} onEdit={() => setEditing(schedule)} />,
    [],
  )
  const add = (
    <Permission codes={['DMS_SERVER_REPORT_EDIT']}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
        {t('serviceReports.schedule.add')}
      </Button>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="reportSchedules"
        title={t('shell.titles.reportSchedules')}
        endpoint={scheduleList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ companyName }) => companyName}
        rowActions={rowActions}
        actionsWidth={140}
        defaultSort="nextOn"
        actions={
          <>
            <Link to={paths.serviceReports}>
              <Button>{t('shell.titles.serviceReports')}</Button>
            </Link>
            {add}
          </>
        }
        empty={
          <EmptyState
            title={t('serviceReports.schedule.none')}
            hint={t('serviceReports.schedule.noneHint')}
            action={add}
          />
        }
      />
      <ScheduleDrawer
        schedule={editing === 'new' ? null : editing}
        open={editing !== null}
        onClose={() => setEditing(null)}
      />
    </>
  )
}

function Acts({ schedule, onEdit }: { schedule: Schedule; onEdit: () => void }) {
  const { t } = useTranslation()
  const remove = useAct('DELETE /api/v1/report/schedule/:scheduleId', { refresh: [scheduleList] })
  const { id: scheduleId, period, companyName } = schedule
  return (
    <Permission codes={['DMS_SERVER_REPORT_EDIT']}>
      <RowActs
        name={companyName}
        onEdit={onEdit}
        removal={{
          title: t('serviceReports.schedule.removeTitle', {
            period: t(`serviceReports.periods.${period}`),
            company: companyName,
          }),
          text: t('serviceReports.schedule.removeText'),
          action: t('serviceReports.schedule.remove'),
          act: () => remove.mutateAsync({ scheduleId }),
          onDone: () => notify.success(t('serviceReports.schedule.removed')),
        }}
      />
    </Permission>
  )
}

function useColumns(): readonly ListColumn<Schedule>[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly ListColumn<Schedule>[] => [
      {
        key: 'companyName',
        title: t('serviceReports.company'),
        width: 180,
        render: ({ companyName }) => companyName,
      },
      {
        key: 'period',
        title: t('serviceReports.period'),
        width: 110,
        phone: 'status',
        render: ({ period }) => t(`serviceReports.periods.${period}`),
      },
      {
        key: 'nextOn',
        title: t('serviceReports.schedule.nextOn'),
        width: 150,
        sortable: true,
        phone: 'value',
        render: ({ nextOn }) => nextOn,
      },
      {
        key: 'review',
        title: t('serviceReports.schedule.review'),
        width: 210,
        phone: 'value',
        render: ({ review }) => t(`serviceReports.schedule.reviews.${review ? 'true' : 'false'}`),
      },
      {
        key: 'language',
        title: t('serviceReports.language'),
        width: 110,
        render: ({ language }) => t(`serviceReports.languages.${language}`),
      },
      {
        key: 'recipients',
        title: t('serviceReports.recipients'),
        width: 260,
        render: ({ recipients }) => (recipients.length === 0 ? '—' : recipients.join(', ')),
      },
      {
        key: 'editedBy',
        title: t('serviceReports.schedule.editedBy'),
        width: 130,
        render: ({ editedBy }) => editedBy,
      },
    ],
    [t],
  )
}
