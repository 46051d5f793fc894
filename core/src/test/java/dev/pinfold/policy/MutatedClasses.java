package dev.pinfold.policy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.StackInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Loads the package anew with a {@link MutantSwitch} in every condition of some of its classes:
 * each call that answers yes or no, each comparison, each text, each entry of a table, each
 * alternative of a pattern.
 */
final class MutatedClasses extends ClassLoader {
  private static final String PACKAGE = "dev.pinfold.policy.";
  private static final ClassDesc SWITCH = ClassDesc.of(MutantSwitch.class.getName());
  private static final MethodTypeDesc CONDITION =
      MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_boolean, ConstantDescs.CD_int);
  private static final MethodTypeDesc TEXT =
      MethodTypeDesc.of(ConstantDescs.CD_String, ConstantDescs.CD_String, ConstantDescs.CD_int);
  private static final MethodTypeDesc CONTAINS =
      MethodTypeDesc.of(
          ConstantDescs.CD_boolean,
          ConstantDescs.CD_Collection,
          ConstantDescs.CD_Object,
          ConstantDescs.CD_int);
  private static final MethodTypeDesc MATCHES =
      MethodTypeDesc.of(
          ConstantDescs.CD_boolean,
          ConstantDescs.CD_String,
          ConstantDescs.CD_String,
          ConstantDescs.CD_int);

  /** What runs once, when a class is loaded, can't be changed for one row. */
  private static final Set<String> ONCE = Set.of("<clinit>", "read");

  private static final Set<Opcode> UNCONDITIONAL = Set.of(Opcode.GOTO, Opcode.GOTO_W);
  private static final Set<Opcode> YES_NO = Set.of(Opcode.IFEQ, Opcode.IFNE);
  private static final Set<String> COLLECTIONS = Set.of("java/util/Set", "java/util/List");

  private final Set<String> mutated;

  MutatedClasses(Set<String> mutated) {
    super(MutatedClasses.class.getClassLoader());
    this.mutated = mutated;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      if (!name.startsWith(PACKAGE) || name.startsWith(MutantSwitch.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      String simple = name.substring(PACKAGE.length());
      String outer = simple.indexOf('$') < 0 ? simple : simple.substring(0, simple.indexOf('$'));
      byte[] changed = mutated.contains(outer) ? mutate(simple, bytes) : bytes;
      return defineClass(name, changed, 0, changed.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  private byte[] mutate(String name, byte[] bytes) {
    ClassFile file =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(this)
                    .orElse(ClassHierarchyResolver.defaultResolver())));
    ClassModel model = file.parse(bytes);
    return file.transformClass(
        model,
        (classBuilder, element) -> {
          if (element instanceof MethodModel method
              && method.code().isPresent()
              && !ONCE.contains(method.methodName().stringValue())) {
            classBuilder.transformMethod(
                method,
                MethodTransform.transformingCode(
                    new Sites(name + "." + method.methodName().stringValue())));
          } else {
            classBuilder.with(element);
          }
        });
  }

  /** Puts the switches into one method; an instruction is written when the next one is known. */
  private static final class Sites implements CodeTransform {
    private final String method;
    private int line;
    private int inLine;
    private @Nullable CodeElement waiting;

    Sites(String method) {
      this.method = method;
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
      CodeElement before = waiting;
      waiting = null;
      if (before instanceof InvokeInstruction call) {
        call(code, call, element);
      } else if (before instanceof ConstantInstruction constant) {
        text(code, constant, element);
      }
      if (element instanceof LineNumber number) {
        inLine = number.line() == line ? inLine : 0;
        line = number.line();
      }
      if (isAnswer(element) || isText(element)) {
        waiting = element;
      } else if (element instanceof BranchInstruction branch
          && !UNCONDITIONAL.contains(branch.opcode())
          && !(isAnswer(before) && YES_NO.contains(branch.opcode()))) {
        branch(code, branch);
      } else {
        code.with(element);
      }
    }

    @Override
    public void atEnd(CodeBuilder code) {
      if (waiting != null) {
        code.with(waiting);
      }
    }

    private static boolean isAnswer(@Nullable CodeElement element) {
      return element instanceof InvokeInstruction call
          && call.typeSymbol().returnType().equals(ConstantDescs.CD_boolean);
    }

    private static boolean isText(CodeElement element) {
      return element instanceof ConstantInstruction constant
          && constant.constantValue() instanceof String text
          && !text.isEmpty();
    }

    private int site(String what) {
      return MutantSwitch.number("%s:%d.%d %s".formatted(method, line, inLine++, what));
    }

    private void call(CodeBuilder code, InvokeInstruction call, CodeElement next) {
      String name = call.name().stringValue();
      String owner = call.owner().asInternalName();
      if (next instanceof StackInstruction stack && stack.opcode() == Opcode.POP) {
        code.with(call);
      } else if (name.equals("contains") && COLLECTIONS.contains(owner)) {
        code.loadConstant(site(name)).invokestatic(SWITCH, "contains", CONTAINS);
      } else if (name.equals("matches") && owner.equals("java/lang/String")) {
        code.loadConstant(site(name)).invokestatic(SWITCH, "matches", MATCHES);
      } else {
        code.with(call);
        code.loadConstant(site(name)).invokestatic(SWITCH, "condition", CONDITION);
      }
    }

    /** A text that is compared next needs no switch of its own: the comparison has one. */
    private void text(CodeBuilder code, ConstantInstruction constant, CodeElement next) {
      code.with(constant);
      if (!(next instanceof InvokeInstruction call && call.name().equalsString("equals"))) {
        code.loadConstant(site("text \"" + constant.constantValue() + "\""))
            .invokestatic(SWITCH, "text", TEXT);
      }
    }

    private void branch(CodeBuilder code, BranchInstruction branch) {
      Label yes = code.newLabel();
      Label join = code.newLabel();
      code.branch(branch.opcode(), yes).iconst_0().goto_(join);
      code.labelBinding(yes).iconst_1().labelBinding(join);
      code.loadConstant(site(branch.opcode().name())).invokestatic(SWITCH, "condition", CONDITION);
      code.ifne(branch.target());
    }
  }
}
