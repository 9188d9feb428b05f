type Slot = { text: string; label: string; name: string }

/** The words of a variable stand where the caret is. */
function insert(field: string, text: string) {
  const area = document.getElementById(field) as HTMLTextAreaElement
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end')
  area.dispatchEvent(new Event('input', { bubbles: true }))
  area.focus()
}

/**
 * The variables that the text of a field may hold, `field` by its id. A press leaves the focus in the text: what the form says of a field
 * that is left would move the button away from under it, and there would be no click.
 */
export const Slots = ({ field, slots }: { field: string; slots: Slot[] }) => (
  <div className="slot-bar">
    {slots.map(({ text, label, name }) => (
      <button
        key={text}
        type="button"
        className="slot"
        aria-label={label}
        onMouseDown={event => event.preventDefault()}
        onClick={() => insert(field, text)}
      >
        {name}
      </button>
    ))}
  </div>
)
