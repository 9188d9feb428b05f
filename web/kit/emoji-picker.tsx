import { EmojiPicker } from 'frimousse'
import { language, t } from './i18n'

/** Every emoji, with a search in the user's language. The data come from this server. */
export default function Emojis({ pick }: { pick: (emoji: string) => void }) {
  return (
    <EmojiPicker.Root
      className="emojis"
      emojibaseUrl="/emoji"
      locale={language.peek()}
      columns={8}
      onEmojiSelect={({ emoji }) => pick(emoji)}
    >
      <EmojiPicker.Search autoFocus className="input" placeholder={t('emoji.search')} aria-label={t('emoji.search')} />
      <EmojiPicker.Viewport className="viewport">
        <EmojiPicker.Loading>
          <span className="loading loading-spinner" />
        </EmojiPicker.Loading>
        <EmojiPicker.Empty>{t('emoji.none')}</EmojiPicker.Empty>
        <EmojiPicker.List
          components={{
            CategoryHeader: ({ category, ...props }) => <div {...props}>{category.label}</div>,
            Row: ({ children, ...props }) => <div {...props}>{children}</div>,
            Emoji: ({ emoji, ...props }) => (
              <button {...props} type="button">
                {emoji.emoji}
              </button>
            ),
          }}
        />
      </EmojiPicker.Viewport>
    </EmojiPicker.Root>
  )
}
