import type { Rule } from 'antd/es/form'
import type { TFunction } from 'i18next'

const most = 20
const longest = 40

/** The server's limit: at most 20 tags of at most 40 characters. */
export function tagRules(t: TFunction): Rule[] {
  return [
    {
      validator(_rule, tags: unknown) {
        const given = Array.isArray(tags) ? tags.map(String) : []
        return given.length <= most && given.every((tag) => tag.trim() !== '' && tag.trim().length <= longest)
          ? Promise.resolve()
          : Promise.reject(new Error(t('devices.tagsHint')))
      },
    },
  ]
}
