import { BlockStack, Box, Button, ButtonGroup, Card, Text, TextField } from "@shopify/polaris";
import { type ReactNode, useState } from "react";
import { MAX_NOTE_LENGTH } from "#app/domain/customers/notes/note.ts";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { Question } from "#app/ui/question.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import type { changeNotes } from "./change-notes.ts";
import type { NoteView } from "./customer-view.ts";
import { PartCard, type PartPage } from "./part-card.tsx";

type Answer = Awaited<ReturnType<typeof changeNotes>>;

/** What the staff wrote down about the customer: for themselves, never shown to the customer. */
export function NotesCard({
  part,
  isErased,
}: {
  part: PartPage<NoteView> | null;
  isErased: boolean;
}) {
  const [editing, setEditing] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<NoteView | null>(null);
  const removal = useFormRequest<Answer>(() => {
    setDeleting(null);
    showToast("Note deleted");
  });
  return (
    <>
      {!isErased && <NewNote />}
      <PartCard
        title="Notes"
        part={part}
        pageName="notes"
        empty="No note yet. Customers never see what is written here."
      >
        {(notes) => (
          <ul className="pn-notes">
            {notes.map((note) => (
              <li key={note.id}>
                {editing === note.id ? (
                  <EditNote note={note} onClose={() => setEditing(null)} />
                ) : (
                  <ShownNote
                    note={note}
                    onEdit={() => setEditing(note.id)}
                    onDelete={() => {
                      removal.dismissError();
                      setDeleting(note);
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </PartCard>
      <Question
        open={deleting !== null}
        title="Delete this note?"
        confirm="Delete note"
        critical
        isSending={removal.isSending}
        error={removal.error?.message ?? null}
        onClose={() => setDeleting(null)}
        onConfirm={() => removal.send({ intent: "delete-note", id: deleting?.id })}
      >
        <Text as="p">It is gone for all of your staff, and cannot be brought back.</Text>
      </Question>
    </>
  );
}

function NewNote() {
  const [body, setBody] = useState("");
  const form = useFormRequest<Answer>(() => {
    setBody("");
    showToast("Note added");
  });
  return (
    <Card>
      <NoteForm
        label="Add a note"
        {...{ body, setBody, form }}
        onSend={() => form.send({ intent: "add-note", body })}
      >
        <Button submit loading={form.isSending}>
          Add note
        </Button>
      </NoteForm>
    </Card>
  );
}

function EditNote({ note, onClose }: { note: NoteView; onClose: () => void }) {
  const [body, setBody] = useState(note.body);
  const form = useFormRequest<Answer>(() => {
    onClose();
    showToast("Note saved");
  });
  return (
    <NoteForm
      label={`Note of ${note.at}`}
      autoFocus
      {...{ body, setBody, form }}
      onSend={() => form.send({ intent: "edit-note", id: note.id, body })}
    >
      <ButtonGroup>
        <Button submit loading={form.isSending}>
          Save note
        </Button>
        <Button onClick={onClose}>Discard</Button>
      </ButtonGroup>
    </NoteForm>
  );
}

function NoteForm({
  label,
  body,
  setBody,
  form,
  onSend,
  autoFocus = false,
  children,
}: {
  label: string;
  body: string;
  setBody: (body: string) => void;
  form: Pick<ReturnType<typeof useFormRequest<Answer>>, "error" | "errorOf">;
  onSend: () => void;
  autoFocus?: boolean;
  children: ReactNode;
}) {
  const { error, errorOf } = form;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSend();
      }}
    >
      <BlockStack gap="300">
        <ErrorBanner
          title="The note was not saved"
          message={error && !error.fields.body ? error.message : null}
        />
        <TextField
          label={label}
          autoComplete="off"
          multiline={2}
          maxHeight={240}
          maxLength={MAX_NOTE_LENGTH}
          autoFocus={autoFocus}
          value={body}
          onChange={setBody}
          helpText="For your staff alone."
          {...errorOf("body")}
        />
        <Box>{children}</Box>
      </BlockStack>
    </form>
  );
}

function ShownNote({
  note,
  onEdit,
  onDelete,
}: {
  note: NoteView;
  onEdit: () => void;
  onDelete: () => void;
}) {
  return (
    <BlockStack gap="100">
      <div className="pn-note-body">
        <Text as="p" breakWord>
          {note.body}
        </Text>
      </div>
      <Text as="p" tone="subdued" variant="bodySm">
        {note.by}
      </Text>
      <ButtonGroup>
        <Button size="slim" accessibilityLabel={`Edit the note of ${note.at}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          size="slim"
          tone="critical"
          accessibilityLabel={`Delete the note of ${note.at}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      </ButtonGroup>
    </BlockStack>
  );
}
