import { questionAnswers, questionKinds } from '@netward/contract/people-sync-values'
import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { type ListColumn, ListPage, type Selection } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../ui/states.tsx'
import { afterAct, type Question, questionList, syncRead } from './sync.ts'

export function PeopleSyncQuestions() {
  const { channelId = '' }: { channelId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_SYSTEM_THIRD_MANAGER') ? (
    <List key={channelId} channelId={channelId} />
  ) : (
    <NoPermissionState />
  )
}

/** Who people of the directory are, where that is not certain. */
function List({ channelId }: { channelId: string }) {
  const { t } = useTranslation()
  const columns = useColumns()
  const sync = useApi(syncRead, { channelId })
  const batchActions = useAnswers(channelId)
  const fixed = useMemo(() => ({ channelId, open: true }), [channelId])
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('peopleSync.searchLabel'),
        placeholder: t('peopleSync.searchHint'),
      },
      {
        kind: 'multi',
        name: 'kind',
        label: t('peopleSync.questionKind'),
        options: questionKinds.map((value) => ({ value, label: t(`peopleSync.questionKinds.${value}`) })),
      },
    ],
    [t],
  )
  useLiveReads(questionList, ['people_sync.changed'])
  return (
    <ListPage
      name="people-sync-questions"
      title={t('shell.titles.peopleSyncQuestions')}
      endpoint={questionList}
      fixedInput={fixed}
      fields={fields}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      defaultSort="-askedAt"
      actions={<RowLink to={paths.integrationSync(channelId)}>{t('peopleSync.back')}</RowLink>}
      {...(sync.data?.mayEdit === true && { batchActions })}
      empty={
        <EmptyState
          title={t('peopleSync.noQuestions')}
          hint={t('peopleSync.noQuestionsHint')}
          action={<RowLink to={paths.integrationSync(channelId)}>{t('peopleSync.back')}</RowLink>}
        />
      }
    />
  )
}

/** The same answer to all that are selected. */
function useAnswers(channelId: string) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { mutateAsync } = useAct('POST /api/v1/integration/:channelId/sync/questions/answer', {
    refresh: afterAct,
  })
  return useCallback(
    ({ ids, rows, clear }: Selection<Question>) => (
      <>
        {questionAnswers.map((answer) => (
          <Button
            key={answer}
            onClick={() =>
              void confirm({
                title: t('peopleSync.answerTitle', { count: ids.length }),
                text: t(`peopleSync.answerHint.${answer}`),
                names: rows.map(({ name, memberName }) =>
                  memberName === null ? name : `${name} — ${memberName}`,
                ),
                action: t(`peopleSync.answers.${answer}`),
                danger: answer !== 'link',
                act: async () => {
                  const { answered } = await mutateAsync({ channelId, questionIds: [...ids], answer })
                  notify.success(t('peopleSync.answeredCount', { count: answered }))
                  clear()
                },
              })
            }
          >
            {t(`peopleSync.answers.${answer}`)}
          </Button>
        ))}
      </>
    ),
    [t, confirm, mutateAsync, channelId],
  )
}

function useColumns(): readonly ListColumn<Question>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return useMemo(
    (): readonly ListColumn<Question>[] => [
      {
        key: 'name',
        title: t('peopleSync.person'),
        width: 200,
        render: ({ name, subject }) => <span title={subject}>{name}</span>,
      },
      {
        key: 'kind',
        title: t('peopleSync.questionKind'),
        width: 230,
        phone: 'value',
        render: ({ kind, channel }) =>
          channel === null
            ? t(`peopleSync.questionKinds.${kind}`)
            : `${t(`peopleSync.questionKinds.${kind}`)} · ${t('peopleSync.channelOf', { name: channel })}`,
      },
      {
        key: 'member',
        title: t('peopleSync.member'),
        width: 240,
        phone: 'value',
        render: ({ memberName, memberUserName, memberDepartment, foreign }) =>
          [
            memberUserName === null ? memberName : `${memberName} (${memberUserName})`,
            memberDepartment.join(' / '),
            ...(foreign ? [t('peopleSync.foreign')] : []),
          ]
            .filter((text) => text !== '' && text !== null)
            .join(' · ') || '—',
      },
      {
        key: 'department',
        title: t('account.department'),
        width: 160,
        phone: 'value',
        render: ({ department }) => department || '—',
      },
      {
        key: 'contact',
        title: t('peopleSync.contact'),
        width: 220,
        render: ({ mail, mobile }) => [mail, mobile].filter((text) => text !== '').join(', ') || '—',
      },
      {
        key: 'askedAt',
        title: t('peopleSync.askedAt'),
        width: 170,
        sortable: true,
        render: ({ askedAt }) => format.dateTime(askedAt),
      },
    ],
    [t, format],
  )
}
