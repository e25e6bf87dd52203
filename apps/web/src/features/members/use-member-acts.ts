import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useBatch } from '../../ui/use-batch.ts'
import { type Member, readAgain } from './member.ts'

type Status = Member['status']

const words = {
  enabled: {
    action: 'account.members.enable',
    one: 'account.members.enableTitle',
    many: 'account.members.enableManyTitle',
    text: 'account.members.enableText',
    done: 'account.members.enabled',
  },
  disabled: {
    action: 'account.members.disable',
    one: 'account.members.disableTitle',
    many: 'account.members.disableManyTitle',
    text: 'account.members.disableText',
    done: 'account.members.disabled',
  },
} as const

/** Actions on members after a confirmation that states the consequences. */
export function useMemberActs() {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const batch = useBatch()
  const status = useAct('POST /api/v1/auth/member/batch/status', { refresh: readAgain, errors: 'caller' })
  const reset = useAct('POST /api/v1/auth/member/:memberId/reset-link')
  const remove = useAct('DELETE /api/v1/auth/member/:memberId', { refresh: readAgain })
  const removeAll = useAct('POST /api/v1/auth/member/batch/remove', { refresh: readAgain, errors: 'caller' })
  return {
    setStatus: (members: readonly Member[], wanted: Status): Promise<boolean> => {
      const [only] = members
      const word = words[wanted]
      return confirm({
        title:
          members.length === 1 && only !== undefined
            ? t(word.one, { name: only.displayName })
            : t(word.many, { count: members.length }),
        text: t(word.text),
        names: members.length === 1 ? [] : members.map(({ displayName }) => displayName),
        action: t(word.action),
        danger: wanted === 'disabled',
        act: async () => {
          const { accepted } = await batch(t(word.action), () =>
            status.mutateAsync({ memberIds: members.map(({ memberId }) => memberId), status: wanted }),
          )
          if (accepted > 0) notify.success(t(word.done, { count: accepted }))
        },
      })
    },
    sendResetLink: (member: Member): void => {
      void confirm({
        title: t('account.members.resetTitle', { name: member.displayName }),
        text: t('account.members.resetText', {
          address:
            member.email === null
              ? `${t('account.phone')} ${member.phone ?? ''}`
              : `${t('account.email')} ${member.email}`,
        }),
        action: t('account.members.reset'),
        danger: false,
        act: async () => {
          await reset.mutateAsync({ memberId: member.memberId })
          notify.success(t('account.members.resetDone'))
        },
      })
    },
    removeAll: (members: readonly Member[]): Promise<boolean> =>
      confirm({
        title: t('account.members.removeManyTitle', { count: members.length }),
        text: t('account.members.removeText'),
        names: members.map(({ displayName }) => displayName),
        action: t('account.members.remove'),
        act: async () => {
          const { accepted } = await batch(t('account.members.remove'), () =>
            removeAll.mutateAsync({ memberIds: members.map(({ memberId }) => memberId) }),
          )
          if (accepted > 0) notify.success(t('account.members.removedMany', { count: accepted }))
        },
      }),
    remove: (member: Member): void => {
      void confirm({
        title: t('account.members.removeTitle', { name: member.displayName }),
        text: t('account.members.removeText'),
        action: t('account.members.remove'),
        act: async () => {
          await remove.mutateAsync({ memberId: member.memberId })
          notify.success(t('account.members.removed', { name: member.displayName }))
        },
      })
    },
  }
}
