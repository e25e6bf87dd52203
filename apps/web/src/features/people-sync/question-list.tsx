import { questionAnswers, questionKinds } from '@netward/contract/people-sync-values'
import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import type { ListColumn, Selection } from '../../ui/list-page.tsx'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { afterAct, type Question, questionList, syncRead } from './sync.ts'
import { OfChannel, SyncList } from './sync-list.tsx'

export function PeopleSyncQuestions() {
  return <OfChannel List={List} />
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
  return (
    <SyncList
      channelId={channelId}
      name="people-sync-questions"
      title={t('shell.titles.peopleSyncQuestions')}
      endpoint={questionList}
      fixedInput={fixed}
      fields={fields}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      defaultSort="-askedAt"
      {...(sync.data?.mayEdit === true && { batchActions })}
      none={t('peopleSync.noQuestions')}
      noneHint={t('peopleSync.noQuestionsHint')}
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
        phone: 'long',
        render: ({ kind, channel }) =>
          channel === null
            ? t(`peopleSync.questionKinds.${kind}`)
            : `${t(`peopleSync.questionKinds.${kind}`)} · ${t('peopleSync.channelOf', { name: channel })}`,
      },
      {
        key: 'member',
        title: t('peopleSync.member'),
        width: 240,
        phone: 'long',
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
        phone: 'long',
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
